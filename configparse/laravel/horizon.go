package laravel

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// What laravel/horizon's own config/horizon.php has about supervisors. It lies under the application's file, key by key at the top
// alone (src/HorizonServiceProvider.php): an application without `defaults` gets these, and their supervisor-1 with them.
const (
	shippedHorizon = `<?php return [
'use' => 'default',
'waits' => ['redis:default' => 60],
'fast_termination' => false,
'memory_limit' => 64,
'defaults' => ['supervisor-1' => [
	'connection' => 'redis', 'queue' => ['default'], 'balance' => 'auto', 'maxProcesses' => 1, 'memory' => 128, 'tries' => 1, 'timeout' => 60,
	'nice' => 0,
]],
'environments' => [
	'production' => ['supervisor-1' => ['maxProcesses' => 10, 'balanceMaxShift' => 1, 'balanceCooldown' => 3]],
	'local' => ['supervisor-1' => ['maxProcesses' => 3]],
],
];`

	// shippedHorizon4 is the same before 5.0, which had no defaults.
	shippedHorizon4 = `<?php return [
'use' => 'default',
'waits' => ['redis:default' => 60],
'fast_termination' => false,
'memory_limit' => 64,
'environments' => [
	'production' => ['supervisor-1' => [
		'connection' => 'redis', 'queue' => ['default'], 'balance' => 'simple', 'processes' => 10, 'tries' => 1,
	]],
	'local' => ['supervisor-1' => [
		'connection' => 'redis', 'queue' => ['default'], 'balance' => 'simple', 'processes' => 3, 'tries' => 1,
	]],
],
];`
)

// mergeHorizon lays config/horizon.php over the package's own.
func (a *Application) mergeHorizon(w *phpeval.World, v phpeval.Value) phpeval.Value {
	if !a.HasHorizon() {
		return v
	}
	text := shippedHorizon
	since5 := a.Versions.Horizon.AtLeast(5, 0, 0)
	if since5 == queue.No {
		text = shippedHorizon4
	}
	u := a.shippedUnit("laravel/horizon/config/horizon.php", text)
	base := disowned(w.File(u), u.File, "config/horizon.php of Horizon "+a.Versions.Horizon.String())
	if since5 == queue.Maybe && base.Kind == phpeval.Array {
		base = doubtful(base, "defaults", "whether Horizon adds defaults of its own depends on its version")
	}
	if !a.HasConfig("horizon") {
		return base
	}
	return arrayMerge(base, v)
}

// doubtful is an array one entry of which is not known.
func doubtful(v phpeval.Value, key, why string) phpeval.Value {
	out := &phpeval.ArrayValue{Open: v.Array.Open}
	for _, e := range v.Array.Entries {
		if e.Key == phpeval.StringKey(key) {
			e.Value = phpeval.Value{Why: why, Origin: e.Value.Origin}
		}
		out.Entries = append(out.Entries, e)
	}
	v.Array = out
	return v
}

// Horizon is config/horizon.php with the package's own under it.
type Horizon struct {
	// Environments in the order of the file: the first whose name matches counts.
	Environments []HorizonEnvironment
	// Supervisors are those of all environments. A supervisor without a name stands for those that are not known.
	Supervisors []*queue.Worker
	// Environment is the setting horizon.env, which stands before APP_ENV; Absent where it is not set.
	Environment queue.Value[string]
	// Open says why there may be more environments, "" when the list is complete.
	Open string
	// Settings are all keys of the file, those within others joined with a dot.
	Settings map[string]queue.Setting
}

// HorizonEnvironment is one entry of horizon.environments.
type HorizonEnvironment struct {
	// Name may hold wildcards: MatchesEnvironment.
	Name string
	Span source.Span
	// Supervisors are those that run in it, in order.
	Supervisors []*queue.Worker
	// Inherited are those that the entry does not name: `defaults` has them.
	Inherited []string
	// Mixed are its lists that are filled up from longer ones of `defaults`.
	Mixed []queue.MixedList
}

// MatchesEnvironment says whether the name of a Horizon environment stands for a value of APP_ENV (Laravel: Str::is). The case
// counts, and `*` stands for any text.
func MatchesEnvironment(name, environment string) bool {
	return queue.MatchesPattern(name, environment)
}

// Horizon reads config/horizon.php in an environment.
func (a *Application) Horizon(w *phpeval.World) *Horizon {
	h := &Horizon{}
	config := united(w.ConfigValue("horizon"), 5)
	h.Settings = settings(config)
	h.Environment = text(setting(config, "env"), "horizon.env is no text")
	environments := member(config, "environments")
	defaults := member(config, "defaults")
	if defaults.Kind == 0 && defaults.Why == "" {
		defaults = phpeval.Value{Kind: phpeval.Array, Array: &phpeval.ArrayValue{}}
	}
	place := a.horizonPlace()
	fast, _ := member(config, "fast_termination").AsBool().Get()
	reader := supervisors{app: a, fast: fast, place: place}
	if environments.Kind != phpeval.Array {
		h.Open = cmpWhy(environments.Why, "the environments are not one array")
		h.Supervisors = append(h.Supervisors, reader.unknown("", place, h.Open))
		return h
	}
	for _, e := range environments.Array.Entries {
		env := HorizonEnvironment{Name: e.Key.String(), Span: keySpan(e)}
		env.Supervisors = reader.of(env, replaceRecursive(defaults, e.Value, 1))
		env.Inherited, env.Mixed = inherited(defaults, e.Value)
		if !h.shadows(env.Name) { // the first entry that matches wins, and this one never runs
			h.Supervisors = append(h.Supervisors, env.Supervisors...)
		}
		h.Environments = append(h.Environments, env)
	}
	if why := environments.Array.Open; why != "" {
		h.Open = why
		h.Supervisors = append(h.Supervisors, reader.unknown("", place, why))
	}
	return h
}

// shadows says that an entry read so far is a pattern which takes an environment of that name.
func (h *Horizon) shadows(name string) bool {
	return slices.ContainsFunc(h.Environments, func(e HorizonEnvironment) bool { return e.Name != name && MatchesEnvironment(e.Name, name) })
}

// horizonPlace is where Horizon is configured: its file, or else where composer names the package.
func (a *Application) horizonPlace() source.Span {
	if u := a.Unit(a.configs["horizon"]); u != nil {
		return u.File.Whole()
	}
	return a.Versions.Horizon.Origin.Place()
}

// member is the value under a key of an array: Unknown where it is not known, and the zero Value where it is absent.
func member(v phpeval.Value, key string) phpeval.Value {
	e, found, known := v.Lookup(key)
	switch {
	case found:
		return e.Value
	case known:
		return phpeval.Value{}
	case v.Kind == phpeval.Array:
		return phpeval.Value{Why: v.Array.Open, Origin: v.Origin}
	case v.Why != "":
		return v
	}
	return phpeval.Value{Why: "only one of several values has " + key, Origin: v.Origin}
}

// setting is member as a setting: Absent where there is none.
func setting(v phpeval.Value, key string) queue.Value[queue.Scalar] {
	e, found, _ := v.Lookup(key)
	if found {
		return e.Value.AsScalar()
	}
	if m := member(v, key); m.Why != "" {
		return queue.NotKnown[queue.Scalar](m.Why, m.Origin)
	}
	return queue.NotSet[queue.Scalar](nil)
}
