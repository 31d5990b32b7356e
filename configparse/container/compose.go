package container

import (
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// compose is one compose file.
type compose struct {
	file   *yaml.File
	folder string
	env    *dotenv.File
	// group are the files that another one includes together with this one, itself among them; nil for one that is not included.
	group []*compose
}

// envBeside is the .env file beside a compose file, which gives the values of its variables.
func (l *loader) envBeside(at string) *dotenv.File {
	file, err := l.tree.Read(path.Join(path.Dir(at), ".env"))
	if err != nil {
		return nil
	}
	return dotenv.Parse(file)
}

// services lists the services of every compose file.
func (l *loader) services() {
	for _, at := range slices.Sorted(maps.Keys(l.composes)) {
		c := l.composes[at]
		var found []*Container
		for _, d := range c.file.Documents {
			services := d.Get("services")
			if services == nil {
				continue
			}
			for _, e := range services.Entries {
				if !e.Value.Is(yaml.Mapping) || len(found) >= maxServices {
					continue
				}
				if s := l.service(c, e); s != nil {
					found = append(found, s)
				}
			}
		}
		l.developmentOf(c, found)
		l.out.Containers = append(l.out.Containers, found...)
	}
}

// maxServices bounds the services of one file.
const maxServices = 1000

// readings are the ways in which a service may be read: alone, and with each other file of its folder over it or under it. The first stands
// for the service itself; none where a file that it is laid over stands for it.
func (l *loader) readings(c *compose, name string) []*raw {
	if c.group != nil {
		if one := l.laid(c, name); one != nil {
			return []*raw{one.settled()}
		}
		return nil
	}
	own := l.raw(c, name, 0)
	out := []*raw{own}
	for _, other := range l.project(c) {
		base, over := c, other
		if isOverlay(c.file.Source.Path) {
			base, over = other, c
		}
		b, o := l.raw(base, name, 0), l.raw(over, name, 0)
		if b == nil || o == nil {
			continue
		}
		merged := b.under(o)
		if over == c && own.image == nil && own.context == nil {
			if own.startsAsBefore() && l.productionBeside(base) == "" {
				merged.below = base.declared(name)
			}
			out[0] = merged // a service without an image of its own means nothing alone
			own = merged
			continue
		}
		out = append(out, merged)
	}
	for i, r := range out {
		out[i] = r.settled()
	}
	return out
}

// startsAsBefore says that a file laid over a service leaves it as it is started and stopped: what is to change there stands below.
func (r *raw) startsAsBefore() bool {
	return r.command == nil && r.entrypoint == nil && r.stop == nil && r.signal == nil && r.init == nil && r.openWhy == ""
}

// declared is a service's name in its file.
func (c *compose) declared(name string) source.Span {
	var out source.Span
	for _, d := range c.file.Documents {
		if e := d.Get("services").Entry(name); e != nil {
			out = e.Span
		}
	}
	return out
}

// service makes the container of one service. Where several files of one folder describe it, what they do not agree on is one of several
// values.
func (l *loader) service(c *compose, e *yaml.Entry) *Container {
	readings := l.readings(c, e.Key)
	if len(readings) == 0 {
		return nil
	}
	own := readings[0]
	p := &queue.Program{
		Manager: queue.Compose, Kind: "service", Name: e.Key, Span: e.Span, AutoStart: queue.Is(true, nil),
		AutoRestart: queue.NotKnown[string]("a container's restart policy is not followed", nil), Settings: map[string]queue.Setting{},
	}
	if !own.below.IsZero() {
		p.Span = own.below
	}
	out := &Container{Program: p, Context: c.folder}
	image := l.image(own, out)
	out.files = l.placedFiles(own, image, out.Context)
	l.command(own, image, out)
	if image != nil {
		l.describe(image, out)
	}
	p.Init = own.init.Is(yaml.Scalar) && own.init.Text == "true"
	env := l.environment(own, image)
	p.Environment, out.Unseen = env.list, env.unseen
	p.Processes = replicas(own)
	graces := make([]queue.Value[time.Duration], len(readings))
	for i, r := range readings {
		graces[i] = r.grace()
	}
	p.StopWait = agreed(graces)
	p.StopSignal = l.stopSignal(own, image)
	p.Restart = restart(readings)
	if own.openWhy != "" {
		p.StopWait = queue.NotKnown[time.Duration](own.openWhy, nil)
	}
	p.Memory = own.memoryLimit()
	out.Server = l.serverOf(own, image, out)
	out.Application = runsApplication(out)
	p.Development = own.development(c, out)
	return out
}

// agreed is the value that all readings of a service share, or one of theirs.
func agreed(all []queue.Value[time.Duration]) queue.Value[time.Duration] {
	first, ok := all[0].Get()
	for _, v := range all {
		if other, known := v.Get(); !known || !ok || other != first {
			return queue.OneOfThese(all...)
		}
	}
	return all[0]
}

// project lists the other compose files of a file's folder that may be laid over it or under it. Files for development do not count.
func (l *loader) project(c *compose) []*compose {
	var out []*compose
	mine := isOverlay(c.file.Source.Path)
	for _, at := range slices.Sorted(maps.Keys(l.composes)) {
		other := l.composes[at]
		if other == c || other.folder != c.folder || isOverlay(at) == mine || other.group != nil {
			continue
		}
		if isOverlay(at) && l.developmentPath(at) != "" {
			continue
		}
		out = append(out, other)
	}
	return out
}

// isOverlay says that a file is not what `docker compose` reads by itself.
func isOverlay(at string) bool {
	switch path.Base(at) {
	case "compose.yaml", "compose.yml", "docker-compose.yml", "docker-compose.yaml":
		return false
	}
	return true
}

// developmentPath says why a compose file serves development only, "" when it does not.
func (l *loader) developmentPath(at string) string {
	base := strings.ToLower(path.Base(at))
	for _, word := range strings.FieldsFunc(base, func(r rune) bool { return r == '.' || r == '-' || r == '_' }) {
		switch word {
		case "override", "test", "tests", "ci", "e2e", "debug":
			return "the name " + path.Base(at) + " says " + word
		}
	}
	if l.options.Development == nil {
		return ""
	}
	return l.options.Development(at)
}

// developmentOf marks services that serve development only by what else their file or folder holds.
func (l *loader) developmentOf(c *compose, found []*Container) {
	at := c.file.Source.Path
	why := l.developmentPath(at)
	if why == "" {
		for _, s := range found {
			if s.Application && s.Development != "" {
				why = "the service " + s.Name + " beside it: " + s.Development
			}
		}
	}
	if why == "" && !isOverlay(at) {
		why = l.productionBeside(c)
	}
	for _, s := range found {
		if s.Development != "" || why == "" {
			continue
		}
		if env := variable(s.Environment, "APP_ENV"); env != nil && l.developmentPath(at) == "" {
			if text, ok := env.Value.Get(); ok && !isDevelopment(text) {
				continue
			}
		}
		s.Development = why
	}
}

// productionBeside says that a compose file which is whole by itself serves production, so that the one without such a name does not.
func (l *loader) productionBeside(c *compose) string {
	for _, at := range slices.Sorted(maps.Keys(l.composes)) {
		other := l.composes[at]
		base := strings.ToLower(path.Base(at))
		if other == c || other.folder != c.folder || !strings.Contains(base, "prod") {
			continue
		}
		for _, d := range other.file.Documents {
			for _, e := range d.Get("services").Children() {
				if e.Value.Get("image") != nil || e.Value.Get("build") != nil {
					return at + " beside it serves production"
				}
			}
		}
	}
	return ""
}

func isDevelopment(env string) bool {
	switch strings.ToLower(env) {
	case "local", "dev", "development", "testing", "test":
		return true
	}
	return false
}

func variable(all []queue.Variable, name string) *queue.Variable {
	for i := range all {
		if all[i].Name == name {
			return &all[i]
		}
	}
	return nil
}
