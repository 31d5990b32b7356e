package laravel

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// supervisors reads Horizon's supervisors (laravel/horizon: src/ProvisioningPlan.php, src/SupervisorOptions.php).
type supervisors struct {
	app   *Application
	fast  bool
	place source.Span
}

// of lists the supervisors of one environment, whose entry has the defaults under it already.
func (r supervisors) of(env HorizonEnvironment, merged phpeval.Value) []*queue.Worker {
	if merged.IsNull() {
		return nil
	}
	place := env.Span
	if place.IsZero() {
		place = r.place
	}
	if merged.Kind != phpeval.Array {
		return []*queue.Worker{r.unknown(env.Name, place, cmpWhy(merged.Why, "the environment is not one array"))}
	}
	var out []*queue.Worker
	for _, e := range merged.Array.Entries {
		span := keySpan(e)
		if span.IsZero() {
			span = place
		}
		if w := r.supervisor(env.Name, e, span); w != nil {
			out = append(out, w)
		}
	}
	if merged.Array.Open != "" {
		out = append(out, r.unknown(env.Name, place, merged.Array.Open))
	}
	return out
}

func cmpWhy(why, otherwise string) string {
	if why != "" {
		return why
	}
	return otherwise
}

// optionNames are the settings that Horizon knows.
var optionNames = []string{
	"connection", "queue", "balance", "autoScalingStrategy", "maxProcesses", "minProcesses", "balanceMaxShift", "balanceCooldown",
	"maxTries", "timeout", "backoff", "memory", "sleep", "rest", "maxTime", "maxJobs", "force", "nice",
}

// unknown stands for supervisors of which nothing is known.
func (r supervisors) unknown(environment string, place source.Span, why string) *queue.Worker {
	return &queue.Worker{
		Kind: queue.HorizonSupervisor, Span: place, Environment: environment, Development: development(environment),
		FastTermination: r.fast,
		Settings:        settings(phpeval.Value{Kind: phpeval.Array, Array: &phpeval.ArrayValue{Open: why}}, optionNames...),
		Connection:      queue.NotKnown[string](why, nil), Queues: queue.NotKnown[[]string](why, nil),
		Timeout: queue.NotKnown[time.Duration](why, nil), Tries: queue.NotKnown[int](why, nil),
		Backoff: queue.NotKnown[[]time.Duration](why, nil), Processes: queue.NotKnown[int](why, nil),
	}
}

// development says why an environment of Horizon is no production environment; "" for production.
func development(environment string) string {
	if slices.Contains([]string{"local", "dev", "develop", "development", "testing", "test", "ci"}, strings.TrimRight(environment, "*")) {
		return "Horizon environment " + environment
	}
	return ""
}

// options are a supervisor's settings by Horizon's own names for them.
type options struct {
	entries map[string]phpeval.Entry
	// open says why options may be set that are not listed.
	open   string
	origin *queue.Origin
	// since5 says whether this is Horizon 5, joins whether it joins a list of pauses (5.5), and takeDown whether it leaves out a
	// supervisor without processes (5.29.2).
	since5, joins, takeDown queue.Verdict
}

// supervisor is one supervisor as a pool of workers; nil for one that Horizon leaves out.
func (r supervisors) supervisor(environment string, e phpeval.Entry, span source.Span) *queue.Worker {
	if e.Value.Kind != phpeval.Array {
		w := r.unknown(environment, span, cmpWhy(e.Value.Why, "the supervisor is not one array"))
		w.Name = e.Key.String()
		return w
	}
	horizon := r.app.Versions.Horizon
	o := options{
		entries: map[string]phpeval.Entry{}, open: e.Value.Array.Open, origin: e.Value.Origin,
		since5: horizon.AtLeast(5, 0, 0), joins: horizon.AtLeast(5, 5, 0), takeDown: horizon.AtLeast(5, 29, 2),
	}
	for _, option := range e.Value.Array.Entries {
		o.entries[optionName(option.Key.String())] = option
	}
	if n, ok := o.integer("maxProcesses").Get(); ok && n <= 0 && o.takeDown != queue.No {
		return nil
	}
	w := &queue.Worker{
		Kind: queue.HorizonSupervisor, Name: e.Key.String(), Span: span, Environment: environment,
		Development: development(environment), FastTermination: r.fast, Settings: o.settings(),
		Connection: o.connection(), Queues: o.queues(), Timeout: o.timeout(), Tries: o.tries(), Backoff: o.backoff(),
	}
	w.Processes = o.processes(r.queueCount(w))
	return w
}

// queueCount is how many queues a supervisor works on; one where it takes the connection's own.
func (r supervisors) queueCount(w *queue.Worker) queue.Value[int] {
	return eachOf(w.Queues, func(v queue.Value[[]string]) queue.Value[int] {
		names, _ := v.Get()
		return queue.Is(max(len(names), 1), v.Origin())
	})
}

// optionName is the name of Horizon's option for a key: two older names, and Str::camel.
func optionName(key string) string {
	switch key {
	case "tries":
		return "maxTries"
	case "processes":
		return "maxProcesses"
	}
	words := strings.Fields(strings.NewReplacer("-", " ", "_", " ").Replace(key))
	for i, word := range words {
		if first := word[:1]; i == 0 {
			words[i] = strings.ToLower(first) + word[1:]
		} else {
			words[i] = strings.ToUpper(first) + word[1:]
		}
	}
	return strings.Join(words, "")
}

// settings are the options, those of lists joined with a dot.
func (o options) settings() map[string]queue.Setting {
	a := &phpeval.ArrayValue{}
	for name, e := range o.entries {
		e.Key = phpeval.StringKey(name)
		a.Entries = append(a.Entries, e)
	}
	slices.SortFunc(a.Entries, func(x, y phpeval.Entry) int { return strings.Compare(x.Key.String(), y.Key.String()) })
	a.Open = o.open
	return settings(phpeval.Value{Kind: phpeval.Array, Array: a, Origin: o.origin}, optionNames...)
}

// get is an option's value: the zero Value and false where it is not set, Unknown where that is not known.
func (o options) get(name string) (phpeval.Value, bool) {
	if e, ok := o.entries[name]; ok {
		return e.Value, true
	}
	if o.open != "" {
		return phpeval.Value{Why: o.open, Origin: o.origin}, true
	}
	return phpeval.Value{}, false
}

// written is an option as it stands on the command lines by which Horizon starts its processes; Absent where it is not set. Null
// and false are empty there, and a list of queues or pauses is joined with commas.
func (o options) written(name string) queue.Value[string] {
	v, ok := o.get(name)
	if !ok {
		return queue.NotSet[string](nil)
	}
	joins := name == "queue" || name == "backoff" && o.joins != queue.No
	some, known := v.Each()
	if !known {
		return queue.NotKnown[string](v.Why, v.Origin)
	}
	out := make([]queue.Value[string], len(some))
	for i, one := range some {
		out[i] = queue.NotKnown[string](name+" is neither a number nor a text", one.Origin)
		if one.Kind == phpeval.Array && joins {
			out[i] = joined(one)
		} else if s, ok := plain(one); ok {
			out[i] = queue.Is(s, one.Origin)
		}
	}
	return queue.OneOfThese(out...)
}

func joined(list phpeval.Value) queue.Value[string] {
	if list.Array.Open != "" {
		return queue.NotKnown[string](list.Array.Open, list.Origin)
	}
	parts := make([]string, len(list.Array.Entries))
	for i, e := range list.Array.Entries {
		s, ok := plain(e.Value)
		if !ok {
			return queue.NotKnown[string](cmpWhy(e.Value.Why, "an element is no text"), e.Value.Origin)
		}
		parts[i] = s
	}
	return queue.Is(strings.Join(parts, ","), list.Origin)
}

// plain is a scalar as PHP puts it into a text.
func plain(v phpeval.Value) (string, bool) {
	switch v.Kind {
	case phpeval.Null:
		return "", true
	case phpeval.Bool:
		if v.Bool {
			return "1", true
		}
		return "", true
	case phpeval.Int, phpeval.Float, phpeval.String:
		return v.AsString().Get()
	}
	return "", false
}

// integer is an option after PHP's (int) cast of its text; Absent where it is not set.
func (o options) integer(name string) queue.Value[int] {
	return eachOf(o.written(name), func(v queue.Value[string]) queue.Value[int] {
		s, ok := v.Get()
		if !ok {
			return queue.NotSet[int](nil)
		}
		n, ok := phpeval.Value{Kind: phpeval.String, Str: s}.AsInt().Get()
		if !ok || n > math.MaxInt32 || n < math.MinInt32 {
			return queue.NotKnown[int](name+" is "+strconv.Quote(s), v.Origin())
		}
		return queue.Is(int(n), v.Origin())
	})
}

func horizonDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaFrameworkDefault, Text: text}
}

// connection has no default: Horizon does not start without one.
func (o options) connection() queue.Value[string] {
	return eachOf(o.written("connection"), func(v queue.Value[string]) queue.Value[string] {
		if s, _ := v.Get(); s == "" {
			return queue.NotKnown[string]("the supervisor names no connection", v.Origin())
		}
		return v
	})
}

// queues are split at commas without trimming, as the worker does it. Absent is the connection's own queue.
func (o options) queues() queue.Value[[]string] {
	return eachOf(o.written("queue"), func(v queue.Value[string]) queue.Value[[]string] {
		s, _ := v.Get()
		if s == "" || s == "0" {
			return queue.NotSet[[]string](v.Origin())
		}
		return queue.Is(strings.Split(s, ","), v.Origin())
	})
}

// timeout is 60 s where the key is absent. What is empty or not above 0 limits nothing.
func (o options) timeout() queue.Value[time.Duration] {
	return eachOf(o.written("timeout"), func(v queue.Value[string]) queue.Value[time.Duration] {
		s, ok := v.Get()
		if !ok {
			return queue.Is(60*time.Second, horizonDefault("60, Horizon's timeout where none is set"))
		}
		n, isNumber := numeric(s)
		switch {
		case s == "" || isNumber && n <= 0:
			return queue.NoLimit[time.Duration](v.Origin())
		case !isNumber:
			return queue.NotKnown[time.Duration]("the timeout is "+strconv.Quote(s)+", of which the workers die", v.Origin())
		}
		return queue.Seconds(n, v.Origin())
	})
}

// tries is 0, which is no limit, where the key is absent or empty.
func (o options) tries() queue.Value[int] {
	return eachOf(o.integer("maxTries"), func(v queue.Value[int]) queue.Value[int] {
		n, ok := v.Get()
		switch {
		case !ok:
			return queue.NoLimit[int](horizonDefault("0, Horizon's tries where none are set"))
		case n == 0:
			return queue.NoLimit[int](v.Origin())
		}
		return v
	})
}

// backoff is Absent where the key is. Horizon 5 reads it, older ones read delay.
func (o options) backoff() queue.Value[[]time.Duration] {
	name := "backoff"
	switch o.since5 {
	case queue.No:
		name = "delay"
	case queue.Maybe:
		if _, ok := o.get("delay"); ok {
			return queue.NotKnown[[]time.Duration]("whether delay or backoff is read depends on Horizon's version", o.origin)
		}
	}
	return eachOf(o.written(name), func(v queue.Value[string]) queue.Value[[]time.Duration] {
		s, ok := v.Get()
		if !ok {
			return queue.NotSet[[]time.Duration](nil)
		}
		var pauses []time.Duration
		for part := range strings.SplitSeq(s, ",") {
			n, _ := phpeval.Value{Kind: phpeval.String, Str: part}.AsInt().Get()
			pause, ok := queue.Clock(float64(n))
			if !ok {
				return queue.NotKnown[[]time.Duration]("a pause is more than a timer counts", v.Origin())
			}
			pauses = append(pauses, pause)
		}
		return queue.Is(pauses, v.Origin())
	})
}

// processes is maxProcesses, 1 where it is absent, and at least one for each queue where they are balanced (src/Supervisor.php).
func (o options) processes(queues queue.Value[int]) queue.Value[int] {
	limit := o.integer("maxProcesses").Or(queue.Is(1, horizonDefault("1, Horizon's maxProcesses where none is set")))
	balance := o.written("balance")
	if s, ok := balance.Get(); !ok && !balance.IsAbsent() {
		return queue.NotKnown[int](cmpWhy(balance.Why(), "the balancing is not known"), balance.Origin())
	} else if s != "auto" && s != "simple" {
		queues = queue.Is(1, nil)
	}
	pools, ok := queues.Get()
	if !ok {
		return queue.NotKnown[int](cmpWhy(queues.Why(), "the number of queues is not known"), queues.Origin())
	}
	return eachOf(limit, func(v queue.Value[int]) queue.Value[int] {
		n, _ := v.Get()
		return queue.Is(max(n, pools), v.Origin())
	})
}
