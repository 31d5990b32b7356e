package container

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

const deployment = `-- deploy/queue.yaml --
apiVersion: apps/v1
kind: Deployment
metadata: {name: queue}
spec:
  replicas: 3
  template:
    spec:
      SPEC
      containers:
        - name: queue
          image: shop
          command: [php, artisan]
          args: ["queue:work", "--timeout=300"]
          CONTAINER
          env:
            - {name: QUEUE_CONNECTION, value: redis}
            - {name: APP_KEY, valueFrom: {secretKeyRef: {name: a, key: b}}}
`

func TestGraceOfAPod(t *testing.T) {
	for name, c := range map[string]struct{ spec, container, more, want string }{
		"the default":       {"", "", "", "30s"},
		"its own":           {"terminationGracePeriodSeconds: 330", "", "", "5m30s"},
		"less sleep":        {"terminationGracePeriodSeconds: 60", `lifecycle: {preStop: {exec: {command: [sh, -c, "sleep 20"]}}}`, "", "40s"},
		"less native sleep": {"terminationGracePeriodSeconds: 60", `lifecycle: {preStop: {sleep: {seconds: 50}}}`, "", "10s"},
		"less another command": {"terminationGracePeriodSeconds: 60", `lifecycle: {preStop: {exec: {command: [php, artisan, "horizon:terminate"]}}}`, "",
			"unknown: how long preStop takes is not known"},
		"a template": {"terminationGracePeriodSeconds: {{ .Values.grace }}", "", "",
			"unknown: it holds the template {{ .Values.grace }}"},
		"not written in a template": {"{{- include \"pod\" . }}", "", "", "unknown: a template may set terminationGracePeriodSeconds"},
		"a patch": {"", "", "-- overlays/p.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: queue}\nspec:\n  template:\n    spec:\n      terminationGracePeriodSeconds: 600\n",
			"one of several"},
	} {
		t.Run(name, func(t *testing.T) {
			files := strings.ReplaceAll(strings.ReplaceAll(deployment, "SPEC", c.spec), "CONTAINER", c.container) + c.more
			if got := show(called(t, load(t, files), "queue").StopWait); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestContainersOfPods(t *testing.T) {
	files := strings.ReplaceAll(strings.ReplaceAll(deployment, "SPEC", ""), "CONTAINER", "")
	c := called(t, load(t, files), "queue")
	got := []string{c.Command.Text, show(c.Processes), show(c.Environment[0].Value), show(c.Environment[1].Value)}
	if diff := cmp.Diff([]string{"php artisan queue:work --timeout=300", "3", "redis", "unknown: queue.yaml takes APP_KEY from elsewhere"}, got); diff != "" {
		t.Error(diff)
	}
	r := load(t, `-- all.yaml --
apiVersion: v1
kind: List
items:
  - apiVersion: batch/v1
    kind: CronJob
    metadata: {name: nightly}
    spec: {jobTemplate: {spec: {template: {spec: {containers: [{name: a, image: x}, {name: b, image: y}]}}}}}
---
apiVersion: v1
kind: Pod
metadata: {name: one}
spec: {containers: [{name: a, image: x}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: env}
data: {QUEUE_CONNECTION: redis}
`)
	var names []string
	for _, c := range r.Containers {
		names = append(names, c.Name)
	}
	if diff := cmp.Diff([]string{"nightly/a", "nightly/b", "one"}, names); diff != "" {
		t.Error(diff)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("services:\n  a: {image: x, command: 'a ${X:-${Y}} $$', environment: ['A=${B-c}'], extends: a}\n", "FROM a AS b\nCMD [\"x\"]\n")
	f.Add("services: {a: {build: {context: ., target: b}, entrypoint: [a, b]}}", "FROM b\nENTRYPOINT x\nCOPY . /\n")
	_, manifest, _ := strings.Cut(deployment, "\n")
	f.Add(manifest, "")
	f.Fuzz(func(t *testing.T, text, image string) {
		tree := source.NewTree(fstest.MapFS{"compose.yml": {Data: []byte(text)}, "Dockerfile": {Data: []byte(image)}}, []string{"compose.yml", "Dockerfile"})
		file, err := tree.Read("compose.yml")
		if err != nil {
			t.Fatal(err)
		}
		r := Load(tree, []*source.File{file}, Options{})
		for _, c := range r.Containers {
			for _, w := range c.Words {
				for i := range w.Text {
					w.At(i, i+1).Text()
				}
				w.At(0, len(w.Text)).Text()
			}
			show(c.StopWait)
		}
	})
}
