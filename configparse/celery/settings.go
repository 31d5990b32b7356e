package celery

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/python"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Words are what modules hold that say something of Celery: one of them at least.
func Words() []string {
	return []string{"celery", "Celery", "CELERY", "shared_task", "apply_async", "BROKER_TRANSPORT_OPTIONS", "broker_url"}
}

// Settings are those of an application of Celery, with the tasks of the repository.
type Settings struct {
	// Several says that the repository has several applications, so that their settings are not known.
	Several bool
	// TimeLimit is task_time_limit, after which the worker kills a task's process; Infinite where nothing sets it.
	TimeLimit queue.Value[time.Duration]
	// AcksLate is task_acks_late: a task is acknowledged when it ends and not before it starts. False where nothing sets it.
	AcksLate queue.Value[bool]
	// Visibility is how long a message that was not acknowledged stays with a worker, of a broker that counts it: Redis 1 h, SQS 30 min where
	// nothing sets it. Absent for other brokers.
	Visibility queue.Value[time.Duration]
	// Tasks are those whose decorators say something.
	Tasks []*Task
	// Delays are the waiting times that calls of apply_async() give.
	Delays []*Delay
}

// Task is a function that is decorated as a task, with what the decorator says; Absent is the settings' affair.
type Task struct {
	Name                  string
	Span                  source.Span
	TimeLimit, RetryDelay queue.Value[time.Duration]
	AcksLate              queue.Value[bool]
}

// Delay is one `task.apply_async(countdown=…)`.
type Delay struct {
	Task      string
	Span      source.Span
	Countdown queue.Value[time.Duration]
}

// Modules are the modules of a repository that say something of Celery.
type Modules struct {
	all []*python.File
	env python.Environment
}

// Load reads modules.
func Load(files []*source.File, env python.Environment) *Modules {
	m := &Modules{env: env}
	for _, f := range files {
		m.all = append(m.all, python.Read(f))
	}
	return m
}

// Settings are those of the repository's only application.
func (m *Modules) Settings() *Settings { return read(m.all, m.env, nil) }

// read reads the settings in some modules; main is that of the application where there are others, nil where it is the only one.
func read(modules []*python.File, env python.Environment, main *python.File) *Settings {
	r := &reader{env: env, found: map[string][]*document.Node{}, modules: modules, main: main}
	r.findConfiguration()
	for _, m := range r.modules {
		r.assignments(m)
		r.calls(m)
	}
	s := &r.out
	s.TimeLimit = r.setting("task_time_limit").Seconds("task_time_limit").Or(queue.NoLimit[time.Duration](celeryDefault("no task_time_limit")))
	s.AcksLate = r.setting("task_acks_late").Bool("task_acks_late").Or(queue.Is(false, celeryDefault("task_acks_late is off")))
	s.Visibility, s.Several = r.visibility(), r.applications > 1
	return s
}

func celeryDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Celery's default: " + text}
}

type reader struct {
	env     python.Environment
	modules []*python.File
	// main is the module of the application where the repository has several.
	main *python.File
	// prefix stands before a setting's name in upper case; "" where the settings have their own old names.
	prefix string
	// plain are the modules whose top level are settings, by the end of their path.
	plain []string
	// open says why settings may come from elsewhere, "" where they do not.
	open string
	// applications counts the calls of Celery().
	applications int
	found        map[string][]*document.Node
	out          Settings
}

// oldNames are the names of settings before Celery 4.
var oldNames = map[string]string{
	"CELERYD_TASK_TIME_LIMIT": "task_time_limit", "CELERY_ACKS_LATE": "task_acks_late", "BROKER_TRANSPORT_OPTIONS": "broker_transport_options", "BROKER_URL": "broker_url",
}

// settings are those that are read.
var settings = []string{"task_time_limit", "task_acks_late", "broker_transport_options", "broker_url"}

// findConfiguration learns from config_from_object() where the settings lie.
func (r *reader) findConfiguration() {
	r.plain = []string{"celeryconfig.py"}
	for _, m := range r.modules {
		for _, c := range m.Calls {
			switch {
			case strings.HasSuffix(c.Name, ".config_from_envvar"):
				r.open = "the environment names the module of the settings"
			case !strings.HasSuffix(c.Name, ".config_from_object"):
			case m.Keyword(c, "namespace", r.env) != nil:
				if n := m.Keyword(c, "namespace", r.env); n.Why == "" {
					r.prefix = n.Text + "_"
				} else {
					r.open = n.Why
				}
			default:
				r.configuredBy(m.Positional(c, 0, r.env))
			}
		}
	}
}

// configuredBy notes the module that config_from_object() names.
func (r *reader) configuredBy(n *document.Node) {
	switch {
	case n == nil:
	case n.Is(document.Mapping):
		r.entries(n.Entries)
	case n.Why != "" || !n.Quoted:
		r.open = "it is not known which module holds the settings"
	case !strings.HasPrefix(n.Text, "django.conf"):
		at := strings.ReplaceAll(n.Text, ".", "/") + ".py"
		if !slices.ContainsFunc(r.modules, func(m *python.File) bool { return isAt(m, at) }) {
			r.open = "the module " + n.Text + " is not in the repository"
		}
		r.plain = append(r.plain, at)
	}
}

// assignments collects the settings that a module assigns.
func (r *reader) assignments(m *python.File) {
	plain := slices.ContainsFunc(r.plain, func(at string) bool { return isAt(m, at) })
	for _, a := range m.Assignments {
		name := ""
		switch prefix, last := path.Split(strings.ReplaceAll(a.Target, ".", "/")); {
		case strings.HasSuffix(prefix, "conf/"):
			name = last
		case prefix != "":
		case r.prefix != "" && strings.HasPrefix(last, r.prefix):
			name = strings.ToLower(strings.TrimPrefix(last, r.prefix))
		case r.prefix == "" && oldNames[last] != "":
			name = oldNames[last]
		case plain:
			name = last
		}
		if !slices.Contains(settings, name) {
			continue
		}
		value := m.Value(a, r.env)
		if strings.HasSuffix(a.Target, ".conf."+name) && r.main != nil && m != r.main {
			value = value.Unknown(m.Source.Path + " may configure another application")
		}
		r.found[name] = append(r.found[name], value)
	}
}

// calls collects the settings, tasks and delays in a module's calls.
func (r *reader) calls(m *python.File) {
	for _, c := range m.Calls {
		last := c.Name[strings.LastIndexByte(c.Name, '.')+1:]
		switch {
		case strings.HasSuffix(c.Name, ".conf.update"):
			r.update(m, c)
		case last == "Celery":
			r.applications++
			if n := m.Keyword(c, "broker", r.env); n != nil {
				r.found["broker_url"] = append(r.found["broker_url"], n)
			}
		case (last == "task" || last == "shared_task") && c.Decorates != "":
			r.task(m, c)
		case last == "apply_async":
			if n := m.Keyword(c, "countdown", r.env); n != nil {
				name := strings.Trim(strings.TrimSuffix(c.Name, "apply_async"), ".")
				r.out.Delays = append(r.out.Delays, &Delay{Task: name[strings.LastIndexByte(name, '.')+1:], Span: c.Span, Countdown: n.Seconds("countdown")})
			}
		}
	}
}

// update reads app.conf.update(): keywords, or one dictionary. Any other argument may hold any setting.
func (r *reader) update(m *python.File, c *python.Call) {
	entries := m.Keywords(c, r.env)
	if n := m.Positional(c, 0, r.env); n.Is(document.Mapping) {
		entries = append(entries, n.Entries...)
	} else if n != nil || slices.ContainsFunc(c.Arguments, func(a *python.Argument) bool { return a.Name == "**" }) {
		r.open = "conf.update() takes settings from elsewhere"
	}
	if r.main != nil && m != r.main {
		r.open = m.Source.Path + " may configure another application"
		for _, e := range entries {
			e.Value = e.Value.Unknown(r.open)
		}
	}
	r.entries(entries)
}

func (r *reader) entries(all []*document.Entry) {
	for _, e := range all {
		if slices.Contains(settings, e.Key) {
			r.found[e.Key] = append(r.found[e.Key], e.Value)
		}
	}
}

func (r *reader) task(m *python.File, c *python.Call) {
	t := &Task{
		Name: c.Decorates, Span: c.Span, TimeLimit: m.Keyword(c, "time_limit", r.env).Seconds("time_limit"),
		RetryDelay: m.Keyword(c, "default_retry_delay", r.env).Seconds("default_retry_delay"), AcksLate: m.Keyword(c, "acks_late", r.env).Bool("acks_late"),
	}
	if !t.TimeLimit.IsAbsent() || !t.AcksLate.IsAbsent() || !t.RetryDelay.IsAbsent() {
		r.out.Tasks = append(r.out.Tasks, t)
	}
}

// setting is what the modules say of one: nil where they say nothing, not known where they do not agree.
func (r *reader) setting(name string) *document.Node {
	all := r.found[name]
	if r.applications > 1 {
		return &document.Node{Kind: document.Scalar, Why: "the repository has several applications of Celery"}
	}
	if len(all) == 0 {
		if r.open != "" {
			return &document.Node{Kind: document.Scalar, Why: r.open}
		}
		return nil
	}
	for _, n := range all[1:] {
		if n.Why == "" && n.Kind == document.Scalar && all[0].Why == "" && n.Text == all[0].Text {
			continue
		}
		return all[0].Unknown(name + " is set in several places")
	}
	return all[0]
}

// visibility is the broker's: what broker_transport_options say, or the default of the broker that the URL names.
func (r *reader) visibility() queue.Value[time.Duration] {
	const name = "visibility_timeout"
	broker := r.setting("broker_url")
	scheme := ""
	if broker.Is(document.Scalar) && broker.Why == "" {
		scheme, _, _ = strings.Cut(broker.Text, ":")
	}
	options := r.setting("broker_transport_options")
	switch {
	case options.IsSet() && options.Why != "":
		return queue.NotKnown[time.Duration](options.Why, nil)
	case scheme != "" && scheme != "redis" && scheme != "rediss" && scheme != "sentinel" && scheme != "sqs":
		return queue.NotSet[time.Duration](nil)
	case options.Get(name).IsSet():
		return options.Get(name).Seconds(name)
	case scheme == "":
		return queue.NotKnown[time.Duration]("it is not known which broker is used", nil)
	case scheme == "sqs":
		return queue.Is(30*time.Minute, celeryDefault("visibility_timeout of SQS"))
	}
	return queue.Is(time.Hour, celeryDefault("visibility_timeout of Redis"))
}
