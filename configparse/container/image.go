package container

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// image is what the service's image starts with, nil where the repository does not build it.
func (l *loader) image(r *raw, out *Container) *dockerfile.Image {
	if r.build == nil {
		if !r.image.Is(yaml.Scalar) {
			return nil
		}
		if builder := l.builderOf(r); builder != nil {
			return l.image(builder, out)
		}
		return l.pulled(r.read(r.image).string, out)
	}
	context, ok := r.folder, true
	if r.context != nil {
		t := r.read(r.context)
		context, ok = within(r.folder, t.string)
		ok = ok && t.why == ""
	}
	if !ok {
		return nil
	}
	out.Context = context
	name := "Dockerfile"
	if r.dockerfile.Is(yaml.Scalar) {
		t := r.read(r.dockerfile)
		if t.why != "" {
			return nil
		}
		name = t.string
	}
	at, ok := within(context, name)
	if !ok {
		return nil
	}
	file, err := l.tree.Read(at)
	if err != nil {
		return nil
	}
	target := ""
	if r.target.Is(yaml.Scalar) {
		t := r.read(r.target)
		if t.why != "" {
			return nil
		}
		target = t.string
	}
	return dockerfile.Parse(file).Image(target, arguments(r))
}

// builderOf is the service of the same file that builds the image which another one only names; nil where none does, or several in several ways.
func (l *loader) builderOf(r *raw) *raw {
	if r.c == nil || r.image.Why != "" || r.image.Text == "" {
		return nil
	}
	var found *raw
	for _, d := range r.c.file.Documents {
		for _, e := range d.Get("services").Children() {
			image := e.Value.Get("image")
			if e.Value.Get("build") == nil || !image.Is(yaml.Scalar) || image.Text != r.image.Text {
				continue
			}
			one := l.raw(r.c, e.Key, 0)
			if one == nil || one.build == nil || found != nil && !sameBuild(found, one) {
				return nil
			}
			found = one
		}
	}
	return found
}

// sameBuild says that two services build from the same stage of the same Dockerfile.
func sameBuild(a, b *raw) bool {
	text := func(n *yaml.Node) string {
		if n.Is(yaml.Scalar) && n.Why == "" {
			return n.Text
		}
		return ""
	}
	return a.folder == b.folder && text(a.context) == text(b.context) && text(a.dockerfile) == text(b.dockerfile) && text(a.target) == text(b.target)
}

// stopSignal is the service's own, the image's, or what the official images of PHP set.
func (l *loader) stopSignal(r *raw, image *dockerfile.Image) queue.Value[string] {
	if r.signal.Is(yaml.Scalar) {
		return signal(r.read(r.signal).value("stop_signal"))
	}
	if image == nil {
		return queue.NotKnown[string]("the image may set another stop signal than TERM", nil)
	}
	if s := image.StopSignal; s != nil {
		return signal(queue.Is(strings.TrimSpace(s.Text), &queue.Origin{Via: queue.ViaConfig, Span: s.At(0, len(s.Text)), Text: "STOPSIGNAL"}))
	}
	if name := signalOf(image.Base); name != "" {
		return queue.Is(name, &queue.Origin{Via: queue.ViaManagerDefault, Span: image.BaseSpan, Text: "the stop signal of the image " + image.Base})
	}
	return queue.NotKnown[string]("the base image may set another stop signal than TERM", nil)
}

// arguments are the build arguments of a service; one that is not known stands for itself.
func arguments(r *raw) map[string]string {
	out := map[string]string{}
	args := r.build.Get("args")
	for _, e := range args.Children() {
		if t := r.read(e.Value); e.Value.Is(yaml.Scalar) && t.why == "" {
			out[e.Key] = t.string
		} else {
			out[e.Key] = "$" + e.Key
		}
	}
	for _, n := range args.Elements() {
		t := r.read(n)
		name, value, given := strings.Cut(t.string, "=")
		if !given || t.why != "" {
			value = "$" + name
		}
		out[name] = value
	}
	return out
}

// placed is a file of the repository with its path in the container.
type placed struct{ from, to string }

// placedFiles are the files that the image and the service's volumes put into the container, the last of a path counting.
func (l *loader) placedFiles(r *raw, image *dockerfile.Image, context string) []placed {
	var out []placed
	if image != nil {
		for _, c := range image.Copies {
			if len(c.Heredocs) > 0 {
				continue
			}
			for _, s := range c.Sources {
				out = append(out, l.copied(context, s, c.Target, len(c.Sources) > 1)...)
			}
		}
	}
	for _, volumes := range r.volumes {
		for _, v := range volumes.Items {
			from, to := r.volume(v)
			if at, ok := within(r.c.folder, from); ok && to != "" && strings.HasPrefix(from, ".") {
				out = append(out, l.copied("", at, to, false)...)
			}
		}
	}
	return out
}

// volume is what a volume binds, "" where it is no bind mount.
func (r *raw) volume(n *yaml.Node) (from, to string) {
	if n.Is(yaml.Mapping) {
		source, target := n.Get("source"), n.Get("target")
		if source.Is(yaml.Scalar) && target.Is(yaml.Scalar) {
			return r.read(source).string, r.read(target).string
		}
		return "", ""
	}
	if !n.Is(yaml.Scalar) {
		return "", ""
	}
	t := r.read(n)
	from, rest, found := strings.Cut(t.string, ":")
	if !found || t.why != "" {
		return "", ""
	}
	to, _, _ = strings.Cut(rest, ":")
	return from, to
}

// maxPlaced bounds the files of one folder that are followed into a container.
const maxPlaced = 20_000

// copied lists the files that a source brings, with their paths in the container.
func (l *loader) copied(context, from, to string, several bool) []placed {
	at, ok := within(context, strings.TrimPrefix(from, "/"))
	if !ok {
		return nil
	}
	if l.tree.Has(at) {
		if several || strings.HasSuffix(to, "/") {
			to = path.Join(to, path.Base(at))
		}
		return []placed{{at, path.Clean(to)}}
	}
	if to = strings.TrimSuffix(path.Clean(to), "/") + "/"; to == "./" {
		to = ""
	}
	if i := strings.IndexAny(at, "*?["); i >= 0 {
		return matching(l.tree.Under(folderOf(at[:i]+"x")), at, to)
	}
	below := l.tree.Under(at)
	below = below[:min(len(below), maxPlaced)]
	out := make([]placed, len(below))
	for i, p := range below {
		out[i] = placed{p, to + strings.TrimPrefix(p[len(at):], "/")}
	}
	return out
}

// matching are the files among paths that a pattern matches, with their paths behind a prefix.
func matching(paths []string, pattern, prefix string) []placed {
	var out []placed
	for _, p := range paths {
		if match, _ := path.Match(pattern, p); match {
			out = append(out, placed{p, prefix + path.Base(p)})
		}
	}
	return out
}

// at is the file of the repository that lies at a path of the container, "" where none is known.
func (c *Container) at(p string) string {
	if c.byPath == nil {
		c.byPath = make(map[string]string, len(c.files))
		for _, f := range c.files {
			c.byPath[f.to] = f.from
		}
	}
	return c.byPath[path.Clean(p)]
}

// passesOn is an entrypoint's last command: it replaces itself by its arguments, behind what does so too.
var passesOn = pattern.New(`(?m)^\s*exec\s+(?:(?:gosu|su-exec|setpriv|tini|dumb-init)\s+[^"\n]*|docker-php-entrypoint\s+|/usr/local/bin/docker-php-entrypoint\s+)?"\$(?:@|\{@\})"\s*$`)

// File is the script of the repository that lies at a path of the container, or that a bare name finds there; nil where none is known.
func (c *Container) File(word string) *source.File {
	at := c.at(word)
	if at == "" && !strings.HasPrefix(word, "/") {
		for _, folder := range []string{"/usr/local/bin", "/usr/bin", "/bin", "/", "/var/www/html", "/app"} {
			if at = c.at(path.Join(folder, word)); at != "" {
				break
			}
		}
	}
	if at == "" {
		at = c.loader.onlyNamed(path.Base(word), c.Context)
	}
	if at == "" {
		return nil
	}
	file, err := c.loader.tree.Read(at)
	if err != nil || len(file.Data) > maxText {
		return nil
	}
	return file
}

// onlyNamed is the one script of a build context that has a name, "" where there are none or several.
func (l *loader) onlyNamed(name, context string) string {
	if l.scripts == nil {
		l.scripts = map[string][]string{}
		for _, p := range l.tree.Paths() {
			base := p[strings.LastIndexByte(p, '/')+1:]
			if strings.HasSuffix(base, ".sh") || !strings.Contains(base, ".") {
				l.scripts[base] = append(l.scripts[base], p)
			}
		}
	}
	found := ""
	for _, p := range l.scripts[name] {
		if context != "" && !strings.HasPrefix(p, context+"/") {
			continue
		}
		if found != "" {
			return ""
		}
		found = p
	}
	return found
}
