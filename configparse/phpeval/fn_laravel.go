package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// laravelFunctions are the framework's helpers (Laravel: Foundation/helpers.php, Support/helpers.php, Collections/helpers.php).
func laravelFunctions() map[string]builtin {
	table := map[string]builtin{
		"env":    {min: 1, max: 2, partial: true, eval: func(c *builtinCall) Value { return c.env(c.node, c.args) }},
		"config": {min: 0, max: 2, partial: true, eval: func(c *builtinCall) Value { return c.configCall(c.node, c.args) }},
		"value": {min: 1, max: -1, partial: true, eval: func(c *builtinCall) Value {
			return each(c.args[0], func(v Value) Value {
				if v.Kind == Closure {
					return c.apply(v, c.args[1:], c.node)
				}
				return v
			})
		}},
		"with": {min: 1, max: 2, partial: true, eval: func(c *builtinCall) Value {
			if !c.has(1) {
				return c.args[0]
			}
			return c.apply(c.args[1], c.args[:1], c.node)
		}},
		"tap": {min: 2, max: 2, partial: true, eval: func(c *builtinCall) Value {
			c.apply(c.args[1], c.args[:1], c.node)
			return c.args[0]
		}},
		"blank":  {min: 1, max: 1, eval: func(c *builtinCall) Value { return blank(c.args[0]).value() }},
		"filled": {min: 1, max: 1, eval: func(c *builtinCall) Value { return blank(c.args[0]).not().value() }},
		"data_get": {min: 2, max: 3, partial: true, eval: func(c *builtinCall) Value {
			if s := c.args[1]; s.Kind == String && strings.ContainsAny(s.Str, "*{") {
				return c.unknown("a key with a wildcard")
			}
			return c.arrayGet()
		}},
		"head": onArray(1, 1, true, edge(true)),
		"last": onArray(1, 1, true, edge(false)),
		"class_basename": onTexts(1, 1, func(_ *builtinCall, s []string) Value {
			name := strings.ReplaceAll(s[0], `\`, "/")
			return text(name[strings.LastIndexByte(name, '/')+1:])
		}),
		"collect": {min: 0, max: 1, partial: true, eval: collect},
	}
	for name, folder := range map[string]string{
		"base_path": "", "app_path": "app", "config_path": "config", "database_path": "database", "resource_path": "resources",
		"public_path": "public", "storage_path": "storage", "lang_path": "lang",
	} {
		table[name] = pathHelper(folder)
	}
	return table
}

func blank(v Value) verdict {
	switch v.Kind {
	case Null:
		return yes
	case String:
		return decide(strings.Trim(v.Str, blanks) == "")
	case Array:
		if len(v.Array.Entries) == 0 && !v.Array.whole() {
			return undecided
		}
		return decide(len(v.Array.Entries) == 0)
	case Bool, Int, Float, Enum, Closure:
		return no
	}
	return undecided
}

// pathHelper joins a path under the application's folder (Laravel: Filesystem/join_paths).
func pathHelper(folder string) builtin {
	return builtin{min: 0, max: 1, eval: func(c *builtinCall) Value {
		s, ok := c.text(0)
		if !ok {
			return c.unknown("not a path")
		}
		out := c.w.base()
		if folder != "" {
			out += "/" + folder
		}
		if s != "" {
			out += "/" + strings.TrimLeft(s, `/\`)
		}
		return text(out)
	}}
}

// facade calls a static method of a class outside the application that is known: Str, Arr, Env and Config.
func (f *frame) facade(class string, e *php.StaticCall, args []argument) Value {
	method := foldName(e.Name.Name)
	b, ok := builtin{}, false
	switch foldName(class) {
	case "illuminate\\support\\str", "str":
		b, ok = strMethods()[method]
	case "illuminate\\support\\arr", "arr":
		b, ok = arrMethods()[method]
	case "illuminate\\support\\env":
		if method == "get" {
			b, ok = f.w.table()["env"]
		}
	case "illuminate\\support\\facades\\config", "config":
		return f.configMethod(method, args, e)
	case "closure":
		if method == "fromcallable" && len(args) == 1 {
			return args[0].value
		}
	}
	if !ok {
		if !f.valueOnly(class) {
			f.dropArguments(args)
		}
		return unknown("qlint does not evaluate "+class+"::"+e.Name.Name+"()", f.computed(e))
	}
	return f.callBuiltin(b, class[strings.LastIndexByte(class, '\\')+1:]+"::"+e.Name.Name, args, e)
}

// valueOnly says that no static method of a class takes an argument by reference that configuration would pass to it.
func (f *frame) valueOnly(class string) bool {
	return strings.HasPrefix(foldName(class), "illuminate\\")
}

// configMethod is a method of the configuration: get(), has(), and since Laravel 11 getters that insist on a type.
func (f *frame) configMethod(method string, args []argument, e php.Expr) Value {
	values, ok := positional(args)
	if !ok || len(values) == 0 || len(values) > 2 {
		return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e))
	}
	wanted := map[string]Kind{"string": String, "integer": Int, "float": Float, "boolean": Bool, "array": Array}
	switch method = foldName(method); method {
	case "get":
		return f.configCall(e, values)
	case "string", "integer", "float", "boolean", "array":
		return each(f.configCall(e, values), func(v Value) Value {
			if v.Kind != wanted[method] {
				return throwing("the configuration insists on another type than "+describe(v), f.computed(e, v))
			}
			return v
		})
	}
	return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e))
}

// arrMethods are those of Illuminate\Support\Arr.
func arrMethods() map[string]builtin {
	return map[string]builtin{
		"get": {min: 2, max: 3, partial: true, eval: (*builtinCall).arrayGet},
		"has": {min: 2, max: 2, eval: func(c *builtinCall) Value {
			_, found, known := c.dig(c.args[0], c.args[1])
			if !known {
				return c.unknown("not a known array")
			}
			return boolean(found)
		}},
		"wrap": {min: 1, max: 1, eval: func(c *builtinCall) Value {
			switch c.args[0].Kind {
			case Null:
				return list()
			case Array:
				return c.args[0]
			}
			return list(c.args[0])
		}},
		"except": {min: 2, max: 2, eval: func(c *builtinCall) Value { return c.pick(false) }},
		"only":   {min: 2, max: 2, eval: func(c *builtinCall) Value { return c.pick(true) }},
	}
}

// arrayGet is Arr::get(): an element under a path of keys, or a default.
func (c *builtinCall) arrayGet() Value {
	v, found, known := c.dig(c.args[0], c.args[1])
	switch {
	case found:
		return v
	case !known:
		return unknown(whyUndecided(v), c.computed(c.node, c.args...))
	case !c.has(2):
		return null()
	case c.args[2].Kind == Closure:
		return c.apply(c.args[2], nil, c.node)
	}
	return c.args[2]
}

// dig looks for a key, then for its parts between points.
func (c *builtinCall) dig(v, key Value) (at Value, found, known bool) {
	path, ok := toString(key)
	if !ok || key.Kind == Null {
		return key, false, false
	}
	if v.Kind == Array {
		if e, ok := v.Array.Get(StringKey(path)); ok {
			return e.Value, true, true
		}
	}
	for part := range strings.SplitSeq(path, ".") {
		e, found, known := v.Lookup(part)
		if !found {
			return v, false, known
		}
		v = e.Value
	}
	return v, true, true
}

// pick keeps or drops keys of the first level; keys with points are not followed.
func (c *builtinCall) pick(keep bool) Value {
	a := c.array(0)
	names, ok := c.textList(1)
	if a == nil || !ok {
		return c.unknown("not a known array")
	}
	listed := map[Key]bool{}
	for _, name := range names {
		if strings.Contains(name, ".") {
			return c.unknown("a key with a point")
		}
		listed[StringKey(name)] = true
	}
	b := c.newBuilder()
	for _, e := range a.Entries {
		if listed[e.Key] == keep {
			b.set(e)
		}
	}
	if a.Open != "" {
		b.openBelow(a.Open)
	}
	return b.value()
}
