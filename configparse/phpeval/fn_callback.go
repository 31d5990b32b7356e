package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

const (
	filterUseKey  = 2
	filterUseBoth = 1
)

// callbackFunctions run code over arrays.
func callbackFunctions() map[string]builtin {
	return map[string]builtin{
		"array_map":    {min: 2, max: -1, eval: arrayMap},
		"array_filter": onArray(1, 3, false, arrayFilter),
		"array_reduce": onArray(2, 3, true, func(c *builtinCall, a *ArrayValue) Value {
			carry := null()
			if c.has(2) {
				carry = c.args[2]
			}
			for _, e := range a.Entries {
				carry = c.apply(c.args[1], []Value{carry, e.Value}, c.node)
			}
			return carry
		}),
	}
}

// arrayMap keeps the keys of one array, and numbers the results of several.
func arrayMap(c *builtinCall) Value {
	if len(c.args) > 2 {
		return c.mapSeveral()
	}
	a := c.array(1)
	if a == nil {
		return throwing("array_map() of "+describe(c.args[1]), nil)
	}
	if c.args[0].Kind == Null {
		return c.args[1]
	}
	b := c.newBuilder()
	for _, e := range a.Entries {
		v := c.apply(c.args[0], []Value{e.Value}, c.node)
		if v.throws {
			return v
		}
		b.set(Entry{Key: e.Key, KeySpan: e.KeySpan, Value: v})
	}
	if a.Open != "" {
		b.openBelow(a.Open)
	}
	return b.value()
}

func (c *builtinCall) mapSeveral() Value {
	longest := 0
	arrays := make([]*ArrayValue, len(c.args)-1)
	for i := range arrays {
		if arrays[i] = c.array(i + 1); arrays[i] == nil || !arrays[i].whole() {
			return c.unknown("not known arrays")
		}
		longest = max(longest, len(arrays[i].Entries))
	}
	b := c.newBuilder()
	for k := range longest {
		row := make([]Value, len(arrays))
		for i, a := range arrays {
			row[i] = null()
			if k < len(a.Entries) {
				row[i] = a.Entries[k].Value
			}
		}
		if c.args[0].Kind == Null {
			b.push(list(row...))
		} else {
			b.push(c.apply(c.args[0], row, c.node))
		}
	}
	return b.value()
}

func arrayFilter(c *builtinCall, a *ArrayValue) Value {
	mode, ok := c.int(2, 0)
	if !ok {
		return c.unknown("a mode that is not known")
	}
	return c.filter(a, func(e Entry) Value {
		key := e.Key.value()
		switch {
		case !c.has(1) || c.args[1].Kind == Null:
			return e.Value
		case mode == filterUseKey:
			return c.apply(c.args[1], []Value{key}, c.node)
		case mode == filterUseBoth:
			return c.apply(c.args[1], []Value{e.Value, key}, c.node)
		}
		return c.apply(c.args[1], []Value{e.Value}, c.node)
	})
}

// filter keeps the elements for which a test is true. Where it is undecided the key may be absent: the result is open.
func (c *builtinCall) filter(a *ArrayValue, test func(Entry) Value) Value {
	b := c.newBuilder()
	if a.Open != "" {
		b.openBelow(a.Open)
	}
	for _, e := range a.Entries {
		v := test(e)
		switch keep, ok := toBool(v); {
		case v.throws:
			return v
		case !ok:
			b.openBelow("nothing decides which elements " + c.name + "() keeps: " + whyUndecided(v))
		case keep:
			b.set(e)
		}
	}
	return b.value()
}

// symbolFunctions ask for constants, functions, classes and variables by name.
func symbolFunctions() map[string]builtin {
	return map[string]builtin{
		"constant": onTexts(1, 1, func(c *builtinCall, s []string) Value { return c.constantNamed(s[0]) }),
		"defined": onTexts(1, 1, func(c *builtinCall, s []string) Value {
			if _, ok := builtinConstants[s[0]]; ok {
				return boolean(true)
			}
			return c.unknown("nothing tells whether it is defined")
		}),
		"function_exists": onTexts(1, 1, func(c *builtinCall, s []string) Value {
			if b, ok := c.w.table()[foldName(s[0])]; ok && !b.laravel {
				return boolean(true)
			}
			return c.unknown("nothing tells whether it exists")
		}),
		"class_exists": {min: 1, max: 2, eval: classExists}, "enum_exists": {min: 1, max: 2, eval: classExists},
		"interface_exists": {min: 1, max: 2, eval: classExists},
		"file_exists":      onTexts(1, 1, fileExists), "is_file": onTexts(1, 1, fileExists), "is_readable": onTexts(1, 1, fileExists),
		"getenv": onTexts(1, 2, func(c *builtinCall, s []string) Value {
			switch v := c.lookup(s[0]); v.State {
			case VariableSet:
				return text(v.Text).WithOrigin(c.viaEnv(viaOf(v.Origin), c.node, s[0], v.Origin))
			case VariableRemoved:
				return boolean(false)
			}
			return unknown("nothing that was read sets "+s[0], c.viaEnv(queue.ViaEnvFile, c.node, s[0], nil))
		}),
	}
}

// fileExists knows of PHP files of the repository that they exist, and of no file that it does not.
func fileExists(c *builtinCall, s []string) Value {
	if c.unitNamed(text(s[0])) == nil {
		return c.unknown("a file that is not part of the repository")
	}
	return boolean(true)
}

func classExists(c *builtinCall) Value {
	name, ok := c.text(0)
	class := c.classNamed(name)
	if !ok || class == nil {
		return c.unknown("nothing tells whether it exists")
	}
	kind := class.Decl.Kind
	switch c.name {
	case "enum_exists":
		return boolean(kind == php.KindEnum)
	case "interface_exists":
		return boolean(kind == php.KindInterface)
	}
	return boolean(kind == php.KindClass || kind == php.KindEnum)
}

func (c *builtinCall) constantNamed(name string) Value {
	if v, ok := builtinConstants[name]; ok {
		return v
	}
	k := c.constant(name)
	if k == nil {
		return c.unknown("the constant " + name + " is not known")
	}
	return c.once("the constant "+name, func() Value { return c.at(k.unit, nil, nil).expr(k.value) })
}
