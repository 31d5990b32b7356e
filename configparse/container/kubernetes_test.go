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

func TestWhatKustomizationsMakeOfAGrace(t *testing.T) {
	const base = "-- base/d.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: queue}\nspec:\n  template:\n    spec:\n      containers:\n      - {name: c, image: x}\n"
	for name, c := range map[string]struct{ files, want string }{
		"nothing": {"", "30s"},
		"an operation": {"-- o/kustomization.yaml --\nresources: [../base]\npatches:\n- target: {kind: Deployment, name: queue}\n  patch: |-\n    - op: add\n" +
			"      path: /spec/template/spec/terminationGracePeriodSeconds\n      value: 90\n", "one of several"},
		"an operation in a file": {"-- o/kustomization.yaml --\npatches:\n- path: p.json\n  target: {kind: Deploy.*}\n-- o/p.json --\n" +
			`[{"op": "replace", "path": "/spec/template/spec/terminationGracePeriodSeconds", "value": 90}]` + "\n", "one of several"},
		"for another object": {"-- o/kustomization.yaml --\npatches:\n- target: {kind: Deployment, name: web}\n  patch: |-\n    - op: add\n" +
			"      path: /spec/template/spec/terminationGracePeriodSeconds\n      value: 90\n", "30s"},
		"of another field": {"-- o/kustomization.yaml --\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - {op: replace, path: /spec/replicas, value: 3}\n", "30s"},
		"of what holds it": {"-- o/kustomization.yaml --\npatches:\n- target: {kind: Deployment}\n  patch: |-\n    - {op: replace, path: /spec/template/spec, value: {}}\n",
			"unknown: a patch replaces what holds it"},
		"merged inline": {"-- o/kustomization.yaml --\npatches:\n- patch: |-\n    apiVersion: apps/v1\n    kind: Deployment\n    metadata: {name: queue}\n" +
			"    spec: {template: {spec: {terminationGracePeriodSeconds: 90}}}\n", "one of several"},
		"merged for a target": {"-- o/kustomization.yaml --\npatches:\n- path: p.yml\n  target: {labelSelector: app=x}\n-- o/p.yml --\nkind: Deployment\nmetadata: {name: any}\n" +
			"spec: {template: {spec: {terminationGracePeriodSeconds: 90}}}\n", "one of several"},
		"a patch that is not here": {"-- o/kustomization.yaml --\npatches:\n- path: p.yml\n  target: {kind: Deployment}\n", "unknown: the patch p.yml was not found"},
		"a replacement": {"-- o/kustomization.yaml --\nreplacements:\n- source: {kind: ConfigMap, name: c, fieldPath: data.g}\n  targets:\n  - select: {kind: Deployment}\n" +
			"    fieldPaths: [spec.template.spec.terminationGracePeriodSeconds]\n", "unknown: a replacement of o/kustomization.yaml sets it"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := show(called(t, load(t, base+c.files), "queue").StopWait); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func TestVariablesOfConfigMaps(t *testing.T) {
	const pod = "-- p.yaml --\napiVersion: v1\nkind: Pod\nmetadata: {name: q}\nspec:\n  containers:\n  - name: c\n    image: x\n"
	const config = "-- c.yaml --\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\ndata:\n  QUEUE_CONNECTION: redis\n"
	for name, c := range map[string]struct{ files, want string }{
		"all of one":         {pod + "    envFrom: [{configMapRef: {name: app}}]\n" + config, "redis"},
		"one key":            {pod + "    env: [{name: QUEUE_CONNECTION, valueFrom: {configMapKeyRef: {name: app, key: QUEUE_CONNECTION}}}]\n" + config, "redis"},
		"its own wins":       {pod + "    envFrom: [{configMapRef: {name: app}}]\n    env: [{name: QUEUE_CONNECTION, value: sqs}]\n" + config, "sqs"},
		"of a secret":        {pod + "    env: [{name: QUEUE_CONNECTION, valueFrom: {secretKeyRef: {name: app, key: a}}}]\n", "unknown: p.yaml takes QUEUE_CONNECTION from elsewhere"},
		"two that differ":    {pod + "    envFrom: [{configMapRef: {name: app}}]\n" + config + strings.NewReplacer("c.yaml", "d.yaml", "redis", "sqs").Replace(config), "unknown: several ConfigMaps of the name give QUEUE_CONNECTION"},
		"generated":          {pod + "    envFrom: [{configMapRef: {name: gen}}]\n-- k/kustomization.yaml --\nconfigMapGenerator:\n- name: gen\n  literals: [QUEUE_CONNECTION=redis]\n", "redis"},
		"generated by files": {pod + "    envFrom: [{configMapRef: {name: gen}}]\n-- k/kustomization.yaml --\nconfigMapGenerator:\n- name: gen\n  envs: [q.env]\n-- k/q.env --\nQUEUE_CONNECTION=sqs\n", "sqs"},
	} {
		t.Run(name, func(t *testing.T) {
			v := variable(called(t, load(t, c.files), "q").Environment, "QUEUE_CONNECTION")
			if v == nil || show(v.Value) != c.want {
				t.Errorf("got %+v, want %s", v, c.want)
			}
		})
	}
}

func TestTemplatesOfAChart(t *testing.T) {
	chart := func(grace string) string {
		return "-- ch/Chart.yaml --\nname: c\n-- ch/templates/d.yaml --\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: queue\nspec:\n  template:\n    spec:\n" +
			"      terminationGracePeriodSeconds: " + grace + "\n      containers:\n      - name: c\n        image: x\n-- ch/values.yaml --\nworker:\n  grace: 20\n"
	}
	for name, c := range map[string]struct{ files, want string }{
		"a value":                   {chart("{{ .Values.worker.grace }}"), "20s"},
		"a value with a default":    {chart("{{ .Values.worker.grace | default 60 }}"), "20s"},
		"the default":               {chart("{{ .Values.other | default 60 | int }}"), "1m0s"},
		"a literal":                 {chart("45"), "45s"},
		"an expression":             {chart("{{ include \"grace\" . }}"), "unknown: it holds the template {{ include \"grace\" . }}"},
		"a value that is not there": {chart("{{ .Values.other }}"), "unknown: it holds the template {{ .Values.other }}"},
		"other values": {chart("{{ .Values.worker.grace }}") + "-- ch/values-prod.yaml --\nworker: {grace: 90}\n",
			"unknown: it holds the template {{ .Values.worker.grace }}"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := show(called(t, load(t, c.files), "queue").StopWait); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	value := called(t, load(t, chart("{{ .Values.worker.grace }}")), "queue").StopWait
	if names := value.Origin().OpenInputs(); len(names) != 1 || names[0] != ".Values.worker.grace" {
		t.Errorf("hangs on %v", names)
	}
}
