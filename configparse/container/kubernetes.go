package container

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// workload is one object of Kubernetes that makes pods.
type workload struct {
	kind, name string
	file       *yaml.File
	span       source.Span // the name, or the place of the kind
	pod        *yaml.Node  // the pod's spec
	replicas   *yaml.Node
}

// isKubernetes says that a file holds objects of Kubernetes.
func isKubernetes(file *yaml.File) bool {
	return slices.ContainsFunc(file.Documents, func(d *yaml.Node) bool {
		return d.Get("apiVersion").Is(yaml.Scalar) && d.Get("kind").Is(yaml.Scalar)
	})
}

// podPaths lead from an object to the spec of its pods.
var podPaths = map[string][]string{
	"Pod": {"spec"}, "Deployment": {"spec", "template", "spec"}, "StatefulSet": {"spec", "template", "spec"}, "DaemonSet": {"spec", "template", "spec"},
	"ReplicaSet": {"spec", "template", "spec"}, "Job": {"spec", "template", "spec"}, "Rollout": {"spec", "template", "spec"},
	"CronJob": {"spec", "jobTemplate", "spec", "template", "spec"}, "ScaledJob": {"spec", "jobTargetRef", "template", "spec"},
}

// workloads lists the objects of a file that make pods, those of lists included.
func (l *loader) workloads(file *yaml.File) []*workload {
	var out []*workload
	var add func(n *yaml.Node, depth int)
	add = func(n *yaml.Node, depth int) {
		kind := n.Get("kind")
		if !kind.Is(yaml.Scalar) || depth > 2 || len(out) >= maxServices {
			return
		}
		if items := n.Get("items"); strings.HasSuffix(kind.Text, "List") && items.Is(yaml.Sequence) {
			for _, item := range items.Items {
				add(item, depth+1)
			}
			return
		}
		steps, known := podPaths[kind.Text]
		pod := n.Get(steps...)
		if !known || !pod.Is(yaml.Mapping) {
			return
		}
		w := &workload{kind: kind.Text, file: file, span: kind.Span, pod: pod, replicas: n.Get("spec", "replicas")}
		if name := n.Get("metadata", "name"); name.Is(yaml.Scalar) {
			w.name, w.span = name.Text, name.Span
		}
		out = append(out, w)
	}
	for _, d := range file.Documents {
		add(d, 0)
	}
	return out
}

// pods makes the containers of every object. Objects of one kind and name are one with its patches: what they do not agree on is one of
// several values.
func (l *loader) pods(all []*workload) {
	for _, w := range all {
		var graces []queue.Value[time.Duration]
		for _, other := range all {
			if other == w || other.kind == w.kind && other.name == w.name && other.pod.Get("terminationGracePeriodSeconds") != nil {
				graces = append(graces, l.grace(other))
			}
		}
		graces = append(graces, l.patchesOf(w)...)
		for _, n := range w.pod.Get("containers").Elements() {
			if c := l.podContainer(w, n, agreed(graces)); c != nil {
				l.out.Containers = append(l.out.Containers, c)
			}
		}
	}
}

// grace is terminationGracePeriodSeconds; 30 s where nothing sets it. In a template what is not written may be set all the same.
func (l *loader) grace(w *workload) queue.Value[time.Duration] {
	n := w.pod.Get("terminationGracePeriodSeconds")
	if n == nil || n.Kind == yaml.Null {
		if w.file.Template || w.file.Placeholders {
			return queue.NotKnown[time.Duration]("a template may set terminationGracePeriodSeconds", nil)
		}
		return queue.Is(30*time.Second, managerDefault("Kubernetes' default of terminationGracePeriodSeconds"))
	}
	return seconds(l.templated(n).value("terminationGracePeriodSeconds"))
}

func seconds(v queue.Value[string]) queue.Value[time.Duration] {
	return queue.Map(v, func(s string) (time.Duration, bool) {
		n, err := strconv.ParseInt(s, 10, 32)
		return time.Duration(n) * time.Second, err == nil && n >= 0
	}, "it is no number of seconds")
}

// podContainer makes one container; nil for a patch, which names no image.
func (l *loader) podContainer(w *workload, n *yaml.Node, grace queue.Value[time.Duration]) *Container {
	image, name := n.Get("image"), n.Get("name")
	if !image.Is(yaml.Scalar) {
		return nil
	}
	p := &queue.Program{
		Manager: queue.Kubernetes, Kind: strings.ToLower(w.kind), Name: w.name, Span: w.span, AutoStart: queue.Is(true, nil),
		AutoRestart: queue.NotKnown[string]("a pod's restart policy is not followed", nil), Settings: map[string]queue.Setting{},
		StopWait: less(grace, n.Get("lifecycle", "preStop")), StopSignal: queue.NotKnown[string]("the image may set another stop signal than TERM", nil),
	}
	if name.Is(yaml.Scalar) && len(w.pod.Get("containers").Elements()) > 1 {
		p.Name, p.Span = cmp.Or(w.name, strings.ToLower(w.kind))+"/"+name.Text, name.Span
	}
	p.Restart = podRestart(w)
	p.Processes = queue.Is(1, managerDefault("one pod"))
	if w.replicas.Is(yaml.Scalar) {
		p.Processes = whole(plain(w.replicas).value("replicas"))
	}
	out := &Container{Program: p, Context: folderOf(w.file.Source.Path)}
	out.mounts = l.mounted(w, n)
	entrypoint, cmd := list(n.Get("command"), plain), list(n.Get("args"), plain)
	built := l.pulled(image.Text, out)
	if built != nil {
		out.files = l.placedFiles(&raw{c: &compose{}}, built, out.Context)
		if n.Get("command") == nil {
			entrypoint, cmd = imageCommand(built, cmd)
		}
		l.describe(built, out)
		p.StopSignal = l.stopSignal(&raw{}, built)
	}
	l.finish(out, entrypoint, cmd)
	env := l.podEnvironment(n, built)
	p.Environment, out.Unseen = env.list, env.unseen
	p.Memory = podMemory(n)
	out.Server = podServer(image, out, w.name)
	out.Application = runsApplication(out)
	if env := variable(p.Environment, "APP_ENV"); env != nil {
		if text, ok := env.Value.Get(); ok && isDevelopment(text) {
			p.Development = "APP_ENV is " + text
		}
	}
	if p.Development == "" && l.options.Development != nil {
		p.Development = l.options.Development(w.file.Source.Path)
	}
	return out
}

// refers says that a value refers to another variable.
func refers(value string) bool { return strings.Contains(value, "$(") }

var sleep = pattern.New(`^\s*(?:/bin/|/usr/bin/)?sleep\s+(\d+)s?\s*;?\s*$`)

// less is the part of a grace that preStop leaves: the clock starts before it.
func less(grace queue.Value[time.Duration], preStop *yaml.Node) queue.Value[time.Duration] {
	if preStop == nil {
		return grace
	}
	open := queue.NotKnown[time.Duration]("how long preStop takes is not known", grace.Origin())
	var pause queue.Value[time.Duration]
	switch exec, native := preStop.Get("exec", "command"), preStop.Get("sleep", "seconds"); {
	case native.Is(yaml.Scalar):
		pause = seconds(plain(native).value("preStop"))
	case exec.Is(yaml.Sequence):
		texts := exec.Texts()
		line := strings.Join(texts, " ")
		if len(texts) == 3 && texts[1] == "-c" {
			line = texts[2]
		}
		m := sleep.FindStringSubmatch(line)
		if m == nil {
			return open
		}
		pause = seconds(queue.Is(m[1], &queue.Origin{Via: queue.ViaConfig, Span: exec.Span, Text: "preStop: " + line}))
	default:
		return open
	}
	p, ok := pause.Get()
	g, known := grace.Get()
	if !ok || !known {
		return open
	}
	from := &queue.Origin{
		Via: queue.ViaComputed, Text: "terminationGracePeriodSeconds less preStop", From: grace.Origin(), Also: []*queue.Origin{pause.Origin()},
	}
	return queue.Is(max(g-p, 0), from)
}
