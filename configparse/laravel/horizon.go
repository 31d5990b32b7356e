package laravel

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// horizonSupervisors lists every supervisor of every environment of config/horizon.php, in the order of the file. The defaults lie
// under each environment, and a supervisor that only they name runs in all of them (Horizon: src/ProvisioningPlan.php).
func (a *Application) horizonSupervisors(w *phpeval.World) []*queue.Worker {
	u := a.Unit(a.configs["horizon"])
	if u == nil {
		return nil
	}
	config := w.File(u)
	environments, found, _ := config.Lookup("environments")
	if !found || environments.Value.Kind != phpeval.Array {
		return nil
	}
	defaults, _, _ := config.Lookup("defaults")
	fast := false
	if e, ok, _ := config.Lookup("fast_termination"); ok {
		fast, _ = e.Value.AsBool().Get()
	}
	var workers []*queue.Worker
	for _, env := range environments.Value.Array.Entries {
		if env.Value.Kind != phpeval.Array {
			continue
		}
		for _, s := range mergeSupervisors(defaults.Value, env.Value) {
			if worker := s.worker(env.Key.String()); worker != nil {
				worker.FastTermination = fast
				workers = append(workers, worker)
			}
		}
	}
	return workers
}

// supervisor is one supervisor after the merge: its options by the name that Horizon gives them (camel case).
type supervisor struct {
	name    string
	span    source.Span
	options map[string]phpeval.Entry
	// lists are the merged elements of options that are arrays.
	lists map[string][]phpeval.Value
	// open says why options may exist that are not listed.
	open string
}

// mergeSupervisors is array_replace_recursive(defaults, environment).
func mergeSupervisors(defaults, environment phpeval.Value) []*supervisor {
	var out []*supervisor
	add := func(from phpeval.Value) {
		if from.Kind != phpeval.Array {
			return
		}
		for _, e := range from.Array.Entries {
			name := e.Key.String()
			i := slices.IndexFunc(out, func(s *supervisor) bool { return s.name == name })
			if i < 0 {
				i = len(out)
				out = append(out, &supervisor{name: name, options: map[string]phpeval.Entry{}, lists: map[string][]phpeval.Value{}})
			}
			out[i].merge(e)
		}
	}
	add(defaults)
	add(environment)
	return out
}

func (s *supervisor) merge(e phpeval.Entry) {
	s.span = e.KeySpan
	if e.Value.Kind != phpeval.Array {
		s.open = "the supervisor is not known"
		return
	}
	if e.Value.Array.Open != "" {
		s.open = e.Value.Array.Open
	}
	for _, option := range e.Value.Array.Entries {
		key := optionName(option.Key.String())
		s.options[key] = option
		s.mergeList(key, option.Value)
	}
}

// mergeList replaces the elements of a list by their index, as array_replace_recursive does: ['x'] over ['a', 'b'] is ['x', 'b'], and []
// changes nothing.
func (s *supervisor) mergeList(key string, v phpeval.Value) {
	if v.Kind != phpeval.Array {
		delete(s.lists, key)
		return
	}
	have := slices.Clone(s.lists[key])
	for _, e := range v.Array.Entries {
		if !e.Key.IsInt || e.Key.Int < 0 || e.Key.Int > int64(len(have)) {
			s.lists[key] = []phpeval.Value{{Why: "the list has keys of its own"}}
			return
		}
		if e.Key.Int == int64(len(have)) {
			have = append(have, e.Value)
		} else {
			have[e.Key.Int] = e.Value
		}
	}
	if v.Array.Open != "" {
		have = append(have, phpeval.Value{Why: v.Array.Open})
	}
	s.lists[key] = have
}

// optionName is the name of Horizon's option for a key: Str::camel, and the two older names (Horizon: src/SupervisorOptions.php).
func optionName(key string) string {
	var b strings.Builder
	upper := false
	for i, r := range key {
		switch {
		case r == '_' || r == '-' || r == ' ':
			upper = b.Len() > 0
			continue
		case upper:
			b.WriteString(strings.ToUpper(string(r)))
		case i == 0:
			b.WriteString(strings.ToLower(string(r)))
		default:
			b.WriteRune(r)
		}
		upper = false
	}
	switch name := b.String(); name {
	case "tries":
		return "maxTries"
	case "processes":
		return "maxProcesses"
	default:
		return name
	}
}

// worker is the supervisor as a pool of workers; nil for one that is switched off.
func (s *supervisor) worker(environment string) *queue.Worker {
	w := &queue.Worker{
		Kind: queue.HorizonSupervisor, Name: s.name, Span: s.span, Environment: environment,
		Settings: map[string]queue.Setting{},
	}
	for key, e := range s.options {
		w.Settings[key] = queue.Setting{Key: e.KeySpan, Value: e.Value.AsScalar()}
	}
	if slices.Contains([]string{"local", "dev", "development", "testing", "test"}, environment) {
		w.Development = "Horizon environment " + environment
	}
	w.Processes = s.processes()
	if n, ok := w.Processes.Get(); ok && n == 0 {
		return nil // since 5.29.1; older releases keep one process, which nobody who writes 0 wants
	}
	w.Connection = s.connection()
	w.Queues = s.queues()
	w.Timeout = s.timeout()
	w.Tries = s.tries()
	w.Backoff = s.backoff()
	return w
}

// option returns a key's value: Absent without it, Unknown where the supervisor may have it all the same.
func (s *supervisor) option(key string) queue.Value[queue.Scalar] {
	if e, ok := s.options[key]; ok {
		return e.Value.AsScalar()
	}
	if s.open != "" {
		return queue.NotKnown[queue.Scalar](s.open, nil)
	}
	return queue.NotSet[queue.Scalar](nil)
}

func (s *supervisor) connection() queue.Value[string] {
	v := s.option("connection")
	if v.IsAbsent() {
		return queue.NotKnown[string]("the supervisor names no connection: Horizon refuses to start", nil)
	}
	return text(v, "the connection is no text")
}

// queues are split at commas without trimming, as queue:work gets them on its command line.
func (s *supervisor) queues() queue.Value[[]string] {
	e, ok := s.options["queue"]
	if !ok || e.Value.IsNull() {
		return queue.Map(s.option("queue"), func(queue.Scalar) ([]string, bool) { return nil, false }, "the queues are not known")
	}
	values, isList := s.lists["queue"]
	if !isList {
		return queue.Map(e.Value.AsScalar(), func(v queue.Scalar) ([]string, bool) {
			return strings.Split(v.Text, ","), v.Kind == queue.StringScalar
		}, "the queues are no text")
	}
	var names []string
	for _, v := range values {
		one := text(v.AsScalar(), "a queue is no text")
		name, ok := one.Get()
		if !ok {
			return queue.NotKnown[[]string](one.Why(), v.Origin)
		}
		names = append(names, strings.Split(name, ",")...)
	}
	if len(names) == 0 {
		return queue.NotKnown[[]string]("the list of queues is empty", e.Value.Origin)
	}
	return queue.Is(names, e.Value.Origin)
}

// timeout is 60 s where the key is absent. Null, empty, 0 and below switch the limit off: Horizon starts its workers with
// `--timeout=`.
func (s *supervisor) timeout() queue.Value[time.Duration] {
	v := s.option("timeout")
	values, ok := v.Each()
	if !ok {
		return queue.NotKnown[time.Duration](v.Why(), v.Origin())
	}
	out := make([]queue.Value[time.Duration], len(values))
	for i, one := range values {
		n, ok := number(one)
		switch {
		case one.IsAbsent():
			out[i] = queue.Is(60*time.Second, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "60s, Horizon's default timeout"})
		case !ok:
			out[i] = queue.NotKnown[time.Duration]("the timeout is no number", one.Origin())
		case n <= 0:
			out[i] = queue.NoLimit[time.Duration](one.Origin())
		default:
			out[i] = queue.Is(Seconds(n), one.Origin())
		}
	}
	return queue.OneOfThese(out...)
}

// number is a scalar as PHP's (int) cast counts it: null and empty are 0.
func number(v queue.Value[queue.Scalar]) (float64, bool) {
	s, ok := v.Get()
	if !ok {
		return 0, false
	}
	switch s.Kind {
	case queue.NullScalar:
		return 0, true
	case queue.IntScalar:
		return float64(s.Int), true
	case queue.FloatScalar:
		return s.Float, true
	case queue.StringScalar:
		var n float64
		if s.Text == "" {
			return 0, true
		}
		_, err := fmt.Sscanf(s.Text, "%g", &n)
		return n, err == nil
	}
	return 0, false
}

// tries is 0, unlimited, where the key is absent or null (Horizon: SupervisorOptions::$maxTries).
func (s *supervisor) tries() queue.Value[int] {
	v := s.option("maxTries")
	values, ok := v.Each()
	if !ok {
		return queue.NotKnown[int](v.Why(), v.Origin())
	}
	out := make([]queue.Value[int], len(values))
	for i, one := range values {
		n, ok := number(one)
		switch {
		case one.IsAbsent():
			out[i] = queue.NoLimit[int](&queue.Origin{Via: queue.ViaFrameworkDefault, Text: "Horizon's default without tries: no limit"})
		case !ok:
			out[i] = queue.NotKnown[int]("tries is no number", one.Origin())
		case n == 0:
			out[i] = queue.NoLimit[int](one.Origin())
		default:
			out[i] = queue.Is(int(n), one.Origin())
		}
	}
	return queue.OneOfThese(out...)
}

func (s *supervisor) backoff() queue.Value[[]time.Duration] {
	v := s.option("backoff")
	if v.IsAbsent() {
		return queue.NotSet[[]time.Duration](nil)
	}
	list, isList := s.lists["backoff"]
	if !isList {
		return queue.Map(v, func(one queue.Scalar) ([]time.Duration, bool) {
			n, ok := number(queue.Is(one, nil))
			return []time.Duration{Seconds(n)}, ok
		}, "the backoff is no number")
	}
	var out []time.Duration
	for _, one := range list {
		n, ok := number(one.AsScalar())
		if !ok {
			return queue.NotKnown[[]time.Duration]("a backoff is no number", one.Origin)
		}
		out = append(out, Seconds(n))
	}
	return queue.Is(out, s.options["backoff"].Value.Origin)
}

// processes is maxProcesses, 1 without it.
func (s *supervisor) processes() queue.Value[int] {
	v := s.option("maxProcesses")
	if v.IsAbsent() {
		return queue.Is(1, &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "1, Horizon's default maxProcesses"})
	}
	return queue.Map(v, func(one queue.Scalar) (int, bool) {
		n, ok := number(queue.Is(one, nil))
		return int(n), ok
	}, "maxProcesses is no number")
}
