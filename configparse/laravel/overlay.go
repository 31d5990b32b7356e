package laravel

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// maxNesting bounds how deep configuration is followed; real files need four levels.
const maxNesting = 8

// arrayMerge is PHP's array_merge(under, over) for string keys: an entry of over replaces that of under as a whole.
func arrayMerge(under, over phpeval.Value) phpeval.Value {
	if over.Kind != phpeval.Array || under.Kind != phpeval.Array {
		return over
	}
	return phpeval.Value{Kind: phpeval.Array, Origin: over.Origin, Array: combine(under.Array, over.Array,
		func(_, over phpeval.Entry) phpeval.Value { return over.Value })}
}

// replaceRecursive is PHP's array_replace_recursive(under, over): where both are arrays they are combined key by key, lists by
// their index, and anything else, null included, replaces what is under it.
func replaceRecursive(under, over phpeval.Value, depth int) phpeval.Value {
	switch over.Kind {
	case phpeval.OneOf:
		out := make([]phpeval.Value, len(over.Some))
		for i, one := range over.Some {
			out[i] = replaceRecursive(under, one, depth)
		}
		return phpeval.Alternatives(out...)
	case phpeval.Array:
	default:
		return over
	}
	switch {
	case depth > maxNesting:
		return phpeval.Value{Why: "it is nested too deep", Origin: over.Origin}
	case under.Kind == phpeval.Unknown:
		under.Array = &phpeval.ArrayValue{Open: cmpWhy(under.Why, "what it is merged over is not known")}
	case under.Kind == phpeval.OneOf:
		under.Array = &phpeval.ArrayValue{Open: "what it is merged over is not known"}
	case under.Kind != phpeval.Array:
		return over
	}
	return phpeval.Value{Kind: phpeval.Array, Origin: over.Origin, Array: combine(under.Array, over.Array,
		func(under, over phpeval.Entry) phpeval.Value {
			return replaceRecursive(under.Value, over.Value, depth+1)
		})}
}

// combine lays an array over another: the order is that of under, then what over adds. both gives the value of a key that both have.
func combine(under, over *phpeval.ArrayValue, both func(under, over phpeval.Entry) phpeval.Value) *phpeval.ArrayValue {
	out := &phpeval.ArrayValue{Open: over.Open}
	if out.Open == "" {
		out.Open = under.Open
	}
	for _, e := range under.Entries {
		o, found := over.Get(e.Key)
		switch {
		case found:
			e = phpeval.Entry{Key: e.Key, KeySpan: o.KeySpan, Value: both(e, o)}
		case over.Open != "":
			e.Value = phpeval.Value{Why: over.Open, Origin: e.Value.Origin}
		}
		out.Entries = append(out.Entries, e)
	}
	for _, e := range over.Entries {
		if _, found := under.Get(e.Key); found {
			continue
		}
		if under.Open != "" {
			hidden := phpeval.Entry{Key: e.Key, Value: phpeval.Value{Why: under.Open, Origin: e.Value.Origin}}
			e.Value = both(hidden, e)
		}
		out.Entries = append(out.Entries, e)
	}
	return out
}

// united is one array for several possible ones, level by level: an entry that all of them have is one of its values in them, and
// one that only some have may or may not be there.
func united(v phpeval.Value, levels int) phpeval.Value {
	if levels == 0 || v.Kind != phpeval.Array && v.Kind != phpeval.OneOf {
		return v
	}
	some, _ := v.Each()
	if slices.ContainsFunc(some, func(one phpeval.Value) bool { return one.Kind != phpeval.Array }) {
		return v
	}
	out := &phpeval.ArrayValue{}
	for _, one := range some {
		if out.Open == "" {
			out.Open = one.Array.Open
		}
		if len(one.Array.Entries) != len(some[0].Array.Entries) {
			out.Open = cmpWhy(out.Open, "only one of several possible arrays has it")
		}
	}
	for _, e := range some[0].Array.Entries {
		values := make([]phpeval.Value, len(some))
		everywhere := true
		for i, one := range some {
			same, found := one.Array.Get(e.Key)
			values[i] = same.Value
			everywhere = everywhere && found
		}
		if !everywhere {
			out.Open = cmpWhy(out.Open, "only one of several possible arrays has it")
			continue
		}
		if len(some) > 1 {
			e.Value = phpeval.Alternatives(values...)
		}
		e.Value = united(e.Value, levels-1)
		out.Entries = append(out.Entries, e)
	}
	v.Kind, v.Some, v.Array = phpeval.Array, nil, out
	return v
}

// opened is an array to which keys may be added that it does not list.
func opened(v phpeval.Value, why string) phpeval.Value {
	if v.Kind == phpeval.Array && v.Array.Open == "" {
		v.Array = &phpeval.ArrayValue{Entries: v.Array.Entries, Open: why}
	}
	return v
}

// disowned is a value of a file that no repository holds: without its places, and with a first step that names the software it
// belongs to.
func disowned(v phpeval.Value, file *source.File, software string) phpeval.Value {
	o := &queue.Origin{Via: queue.ViaFrameworkDefault, Text: software, From: withoutPlaces(v.Origin, file)}
	if o.From != nil && o.From.Via == queue.ViaLiteral {
		o.Text, o.From = o.From.Text+" in "+software, nil
	}
	v.Origin = o
	if v.Kind == phpeval.Array {
		entries := make([]phpeval.Entry, len(v.Array.Entries))
		for i, e := range v.Array.Entries {
			entries[i] = phpeval.Entry{Key: e.Key, Value: disowned(e.Value, file, software)}
		}
		v.Array = &phpeval.ArrayValue{Entries: entries, Open: v.Array.Open}
	}
	return v
}

func withoutPlaces(o *queue.Origin, file *source.File) *queue.Origin {
	if o == nil {
		return nil
	}
	c := *o
	if c.Span.File == file {
		c.Span = source.Span{}
	}
	c.From = withoutPlaces(o.From, file)
	c.Also = nil
	for _, also := range o.Also {
		c.Also = append(c.Also, withoutPlaces(also, file))
	}
	return &c
}

// foreign says that a value is the framework's or a package's own, not the application's.
func foreign(v phpeval.Value) bool {
	return v.Origin != nil && v.Origin.Via == queue.ViaFrameworkDefault
}
