package container

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// patch is one patch of a kustomization, as far as it may change how long a pod is given.
type patch struct {
	// kind and name are what it is laid over; nil matches anything.
	kind, name *regexp.Regexp
	// grace is what it sets, Unknown where it is not understood.
	grace queue.Value[time.Duration]
}

// maxPatches bounds the patches of a repository.
const maxPatches = 2000

// kustomize reads the patches of every kustomization: any of them may be laid over an object of its kind and name. What a patch sets is one
// of the possible values; one that is not understood leaves the value open (Kubernetes: kustomize, patches, patchesJson6902).
func (l *loader) kustomize() {
	for _, at := range l.tree.Paths() {
		switch path.Base(at) {
		case "kustomization.yaml", "kustomization.yml", "Kustomization":
			if file, err := l.tree.Read(at); err == nil && len(l.patches) < maxPatches {
				l.kustomization(yaml.Parse(file), folderOf(at))
			}
		}
	}
}

func (l *loader) kustomization(file *yaml.File, folder string) {
	for _, d := range file.Documents {
		l.generatedConfigMaps(d, folder)
		for _, n := range d.Get("patchesStrategicMerge").Elements() {
			if strings.Contains(n.Text, "\n") {
				l.inline(n.Text, n, nil)
				continue
			}
			l.patchFile(folder, n, nil)
		}
		for _, key := range []string{"patches", "patchesJson6902"} {
			for _, n := range d.Get(key).Elements() {
				target := n.Get("target")
				switch text, file := n.Get("patch"), n.Get("path"); {
				case text.Is(yaml.Scalar):
					l.inline(text.Text, text, target)
				case file.Is(yaml.Scalar):
					l.patchFile(folder, file, target)
				}
			}
		}
		for _, n := range d.Get("replacements").Elements() {
			if mentions(n, graceKey, 0) {
				l.patches = append(l.patches, patch{grace: queue.NotKnown[time.Duration]("a replacement of "+file.Source.Path+" sets it", nil)})
			}
		}
	}
}

// mentions says that a text stands anywhere in a node.
func mentions(n *yaml.Node, text string, depth int) bool {
	if n == nil || depth > maxNesting {
		return false
	}
	return strings.Contains(n.Text, text) || slices.ContainsFunc(n.Items, func(x *yaml.Node) bool { return mentions(x, text, depth+1) }) ||
		slices.ContainsFunc(n.Entries, func(e *yaml.Entry) bool { return mentions(e.Value, text, depth+1) })
}

// patchFile reads a patch that stands in a file of its own.
func (l *loader) patchFile(folder string, name, target *yaml.Node) {
	at, ok := within(folder, name.Text)
	if ok {
		if file, err := l.tree.Read(at); err == nil {
			l.patch(yaml.Parse(file), target, nil)
			return
		}
	}
	l.open(target, "the patch "+name.Text+" was not found")
}

// inline reads a patch that is written into the kustomization.
func (l *loader) inline(text string, at, target *yaml.Node) {
	l.patch(yaml.Parse(source.New(at.Span.Path(), []byte(text))), target, at)
}

// open notes a patch that is not understood.
func (l *loader) open(target *yaml.Node, why string) {
	p := patch{grace: queue.NotKnown[time.Duration](why, nil)}
	p.selects(target)
	l.patches = append(l.patches, p)
}

// patch reads the documents of a patch: a list of operations, or an object that is merged. at is where an inline one stands.
func (l *loader) patch(file *yaml.File, target, at *yaml.Node) {
	if len(file.Errors) > 0 {
		l.open(target, "a patch cannot be parsed")
		return
	}
	for _, d := range file.Documents {
		var found queue.Value[time.Duration]
		var sets bool
		p := patch{}
		p.selects(target)
		if d.Is(yaml.Sequence) {
			found, sets = operations(d, at)
		} else {
			found, sets = merged(d, at)
			if target == nil {
				p.kind, p.name = exactly(d.Get("kind")), exactly(d.Get("metadata", "name"))
			}
		}
		if sets {
			p.grace = found
			l.patches = append(l.patches, p)
		}
	}
}

// selects reads a patch's target. Selectors by label may select anything of the kind.
func (p *patch) selects(target *yaml.Node) {
	anchored := func(n *yaml.Node) *regexp.Regexp {
		if !n.Is(yaml.Scalar) || n.Text == "" {
			return nil
		}
		pattern, err := regexp.Compile("^(?:" + n.Text + ")$")
		if err != nil {
			return nil
		}
		return pattern
	}
	p.kind, p.name = anchored(target.Get("kind")), anchored(target.Get("name"))
}

func exactly(n *yaml.Node) *regexp.Regexp {
	if !n.Is(yaml.Scalar) {
		return nil
	}
	return regexp.MustCompile("^" + regexp.QuoteMeta(n.Text) + "$")
}

const graceKey = "terminationGracePeriodSeconds"

// operations reads a JSON6902 patch; false where it leaves the grace alone.
func operations(list, at *yaml.Node) (queue.Value[time.Duration], bool) {
	var out queue.Value[time.Duration]
	sets := false
	for _, n := range list.Elements() {
		where, op := n.Get("path"), n.Get("op")
		if !where.Is(yaml.Scalar) || !op.Is(yaml.Scalar) {
			continue
		}
		last := path.Base(where.Text)
		switch {
		case last == graceKey && (op.Text == "add" || op.Text == "replace"):
			out, sets = patched(n.Get("value"), at), true
		case last == graceKey && op.Text == "remove":
			out, sets = queue.Is(30*time.Second, managerDefault("Kubernetes' default of "+graceKey)), true
		case last == graceKey, last == "spec" && op.Text != "test", last == "template" && op.Text != "test":
			out, sets = queue.NotKnown[time.Duration]("a patch replaces what holds it", nil), true
		}
	}
	return out, sets
}

// merged reads a patch that is an object; false where it leaves the grace alone.
func merged(d, at *yaml.Node) (queue.Value[time.Duration], bool) {
	kind := d.Get("kind")
	if !kind.Is(yaml.Scalar) {
		return queue.Value[time.Duration]{}, false
	}
	n := d.Get(append(podPaths[kind.Text], graceKey)...)
	if n == nil {
		return queue.Value[time.Duration]{}, false
	}
	return patched(n, at), true
}

// patched is the value that a patch sets, with the place where an inline one stands.
func patched(n, at *yaml.Node) queue.Value[time.Duration] {
	if !n.Is(yaml.Scalar) {
		return queue.NotKnown[time.Duration]("a patch sets it to no number", nil)
	}
	v := plain(n).value(graceKey)
	if at != nil {
		v = v.WithOrigin(&queue.Origin{Via: queue.ViaConfig, Span: at.Span, Text: graceKey + " in a patch"})
	}
	return seconds(v)
}

// patchesOf are the graces that patches may give an object.
func (l *loader) patchesOf(w *workload) []queue.Value[time.Duration] {
	var out []queue.Value[time.Duration]
	for _, p := range l.patches {
		if (p.kind == nil || p.kind.MatchString(w.kind)) && (p.name == nil || p.name.MatchString(w.name)) {
			out = append(out, p.grace)
		}
	}
	return out
}
