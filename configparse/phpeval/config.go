package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// ConfigValue is config(key): "queue" is a whole file, "queue.connections.redis.retry_after" one value of it. A key that is
// certainly absent is Null without origin; World.Merge says when it is certain.
func (w *World) ConfigValue(key string) Value {
	v, found, known := w.configAt(key)
	switch {
	case found:
		return v
	case known:
		return null()
	}
	return v
}

// configAt finds a key. Where found is false, known says that it is certainly absent; otherwise v is Unknown and says why.
func (w *World) configAt(key string) (v Value, found, known bool) {
	parts := strings.Split(key, ".")
	for n := len(parts); n > 0; n-- {
		name := strings.Join(parts[:n], ".")
		if n > 1 && (w.Config == nil || w.Config(name) == nil) {
			continue
		}
		v, found, known = w.descend(w.configFile(name), parts[n:])
		if found || !known || n == 1 {
			return v, found, known
		}
	}
	return v, found, known
}

// configFile is what config(name) gives for a whole file.
func (w *World) configFile(name string) Value {
	if w.configs == nil {
		w.configs = map[string]*configState{}
	}
	if s := w.configs[name]; s != nil {
		if !s.done {
			return unknown("the configuration "+name+" refers to itself", nil)
		}
		return s.value
	}
	s := &configState{}
	w.configs[name] = s
	s.value = unknown("the application has no configuration file "+name, nil)
	if w.Config != nil {
		if u := w.Config(name); u != nil {
			s.value = guard(func() Value { return w.begin(u, name).includeUnit(u) })
		}
	}
	if w.Merge != nil {
		s.value = w.Merge(w, name, s.value)
	}
	s.done = true
	return s.value
}

// mergedDepth is how deep in a file the framework and packages add keys: config/queue.php's own and its connections.
const mergedDepth = 2

func (w *World) descend(v Value, keys []string) (at Value, found, known bool) {
	for depth, key := range keys {
		if v.Kind == OneOf {
			return w.descendEach(v, keys[depth:])
		}
		if v.Kind == Unknown {
			return v, false, false
		}
		entry, found, known := v.Lookup(key)
		switch {
		case found:
			v = entry.Value
		case !known && v.Kind == Array:
			return unknown(v.Array.Open, v.Origin), false, false
		case !known:
			return unknown("a key of "+describe(v), v.Origin), false, false
		case w.Merge == nil && depth < mergedDepth:
			return unknown("the framework or a package may add the key "+key, v.Origin), false, false
		default:
			return Value{}, false, true
		}
	}
	return v, true, true
}

func (w *World) descendEach(v Value, keys []string) (Value, bool, bool) {
	var values []Value
	absent := 0
	for _, one := range v.Some {
		at, found, known := w.descend(one, keys)
		switch {
		case found:
			values = append(values, at)
		case known:
			absent++
		default:
			return at, false, false
		}
	}
	switch {
	case absent == 0:
		return Alternatives(values...), true, true
	case len(values) == 0:
		return Value{}, false, true
	}
	return unknown("only some of the possible values have the key "+keys[0], v.Origin), false, false
}

// configCall is config(key, default).
func (f *frame) configCall(e php.Expr, args []Value) Value {
	if len(args) == 0 {
		return Value{Kind: Object, Class: configRepository, Origin: f.computed(e)}
	}
	return each(args[0], func(key Value) Value {
		if key.Kind != String {
			return unknown("config() of "+describe(key), f.computed(e, key))
		}
		file, _, _ := strings.Cut(key.Str, ".")
		if f.config != "" && file >= f.config {
			return unknown("config/"+file+".php is not loaded yet when this is evaluated", f.computed(e))
		}
		v, found, known := f.w.configAt(key.Str)
		switch {
		case found || !known:
			o := f.step(queue.ViaConfig, e)
			o.From = v.Origin
			return v.WithOrigin(o)
		case len(args) < 2:
			return f.give(null(), e)
		case args[1].Kind == Closure:
			return f.apply(args[1], nil, e)
		}
		return args[1]
	})
}

const configRepository = "Illuminate\\Config\\Repository"
