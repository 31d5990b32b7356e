package container

import (
	"path"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// products are what the images of databases and Redis are, by the last part of their repository.
var products = map[string]string{
	"mysql": "mysql", "mysql-server": "mysql", "mysql-debian": "mysql", "mariadb": "mariadb", "mariadb-galera": "mariadb",
	"percona": "percona", "percona-server": "percona", "percona-xtradb-cluster": "percona",
	"postgres": "postgres", "postgresql": "postgres", "postgis": "postgres", "pgvector": "postgres", "timescaledb": "postgres", "timescaledb-ha": "postgres",
	"redis": "redis", "redis-stack": "redis", "redis-stack-server": "redis", "valkey": "redis", "keydb": "redis",
}

// NewServer is the server that an image runs; nil for an image of something else.
func NewServer(image, name string) *queue.Server {
	repository, tag := reference(image)
	product := products[strings.ToLower(path.Base(repository))]
	if product == "" {
		return nil
	}
	return &queue.Server{Product: product, Version: tagged(path.Base(repository), tag), Image: image, Name: name, Eviction: queue.NotSet[string](nil)}
}

var (
	tagVersion = pattern.New(`^v?(\d{1,4})(?:\.(\d{1,4}))?(?:\.(\d{1,6}))?(?:$|[-._+a-z])`)
	// behindName is the version of PostgreSQL in the tags of extensions whose own version comes first.
	behindName = pattern.New(`(?:^|-)pg(\d{1,2})(?:\.(\d{1,2}))?`)
)

// tagged are the versions that a tag leaves open; the zero range for `latest`, names and digests.
func tagged(repository, tag string) queue.VersionRange {
	m := tagVersion.FindStringSubmatch(tag)
	if n := behindName.FindStringSubmatch(tag); n != nil {
		m = []string{n[0], n[1], n[2], ""}
	} else if strings.HasPrefix(repository, "timescale") || repository == "pgvector" {
		return queue.VersionRange{}
	}
	if m == nil {
		return queue.VersionRange{}
	}
	number := func(i int) int {
		n, _ := strconv.Atoi(m[i])
		return n
	}
	low := queue.Version{Major: number(1), Minor: number(2), Patch: number(3)}
	high := queue.Version{Major: low.Major, Minor: low.Minor, Patch: low.Patch + 1}
	switch {
	case m[2] == "":
		high = queue.Version{Major: low.Major + 1}
	case m[3] == "":
		high = queue.Version{Major: low.Major, Minor: low.Minor + 1}
	}
	return queue.VersionRange{Low: low, High: high}
}

// serverOf is the server that a service runs, by its image or the one that its Dockerfile builds upon.
func (l *loader) serverOf(r *raw, built *dockerfile.Image, out *Container) *queue.Server {
	var s *queue.Server
	switch {
	case r.image.Is(yaml.Scalar) && r.build == nil:
		t := r.read(r.image)
		if t.why != "" {
			return nil
		}
		if s = NewServer(t.string, out.Name); s != nil {
			s.Span = r.image.Span
		}
	case built != nil:
		if s = NewServer(built.Base, out.Name); s != nil {
			s.Span = built.BaseSpan
		}
	}
	if s != nil && s.Product == "redis" {
		s.Eviction = eviction(out)
	}
	return s
}

// podServer is the server that a container of a pod runs.
func podServer(image *yaml.Node, out *Container, name string) *queue.Server {
	if image.Why != "" {
		return nil
	}
	s := NewServer(image.Text, name)
	if s == nil {
		return nil
	}
	s.Span = image.Span
	if s.Product == "redis" {
		s.Eviction = eviction(out)
	}
	return s
}

// eviction is Redis' maxmemory-policy by its command line, which wins, or by the configuration file that it names. Without a maxmemory
// nothing is ever evicted, and there is none.
func eviction(c *Container) queue.Value[string] {
	words := c.Words
	if len(words) == 3 && words[1].Text == "-c" { // a shell with one line
		words = fieldsOf(words[2])
	}
	settings := map[string]queue.Value[string]{}
	for _, w := range words {
		if strings.HasSuffix(w.Text, ".conf") {
			if why := redisFile(c, w.Text, settings); why != "" {
				return queue.NotKnown[string](why, nil)
			}
		}
	}
	for i, w := range words {
		option, ok := strings.CutPrefix(w.Text, "--")
		if !ok {
			continue
		}
		key, value, joined := strings.Cut(option, " ")
		if !joined && i+1 < len(words) {
			value, w = words[i+1].Text, words[i+1]
		}
		from := &queue.Origin{Via: queue.ViaFlag, Span: w.At(0, len(w.Text)), Text: "--" + key + " " + value}
		settings[strings.ToLower(key)] = queue.Is(unquoted(value), from)
		if w.Why != "" {
			settings[strings.ToLower(key)] = queue.NotKnown[string](w.Why, from)
		}
	}
	limit, set := settings["maxmemory"]
	policy, named := settings["maxmemory-policy"]
	if text, known := limit.Get(); !set || !named || known && text == "0" {
		return queue.NotSet[string](nil)
	}
	return policy
}

func unquoted(s string) string { return strings.ToLower(strings.Trim(s, `"'`)) }

// fieldsOf takes the one line of a shell apart at its blanks.
func fieldsOf(line Word) []Word {
	var out []Word
	offset := 0
	for _, part := range strings.Fields(line.Text) {
		start := offset + strings.Index(line.Text[offset:], part)
		offset = start + len(part)
		out = append(out, Word{Text: part, Why: line.Why, At: func(from, to int) source.Span { return line.At(start+from, start+to) }})
	}
	return out
}

// redisFile reads a configuration file of Redis that the repository puts into the container, and says why its settings are not known.
func redisFile(c *Container, at string, settings map[string]queue.Value[string]) string {
	if n := c.mounts[path.Clean(at)]; n != nil {
		if n.Why != "" {
			return n.Why
		}
		return redisSettings(n.Text, path.Base(at), n.At, settings)
	}
	from := c.at(at)
	if from == "" || c.loader == nil {
		return "the configuration of Redis is not in the repository"
	}
	file, err := c.loader.tree.Read(from)
	if err != nil {
		return from + " cannot be read"
	}
	return redisSettings(string(file.Data), from, file.Span, settings)
}

// redisSettings reads the lines of a configuration file, each a key and its value.
func redisSettings(text, name string, span func(start, end int) source.Span, settings map[string]queue.Value[string]) string {
	offset := 0
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) >= 2 {
			if strings.EqualFold(fields[0], "include") {
				return name + " includes another file"
			}
			start := offset + strings.Index(line, fields[0])
			value := start + len(fields[0])
			value += strings.Index(line[value-offset:], fields[1])
			settings[strings.ToLower(fields[0])] = queue.Is(unquoted(fields[1]), &queue.Origin{
				Via: queue.ViaConfig, Span: span(start, value+len(fields[1])), Text: fields[0] + " in " + name,
			})
		}
		offset += len(line)
	}
	return ""
}
