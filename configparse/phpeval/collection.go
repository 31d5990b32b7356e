package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
)

// collection is an Object whose elements are in Value.Array (Laravel: Collections/Collection.php).
const collection = "Illuminate\\Support\\Collection"

func collect(c *builtinCall) Value {
	if !c.has(0) {
		return inCollection(list())
	}
	return each(c.args[0], func(v Value) Value {
		switch v.Kind {
		case Array:
			return inCollection(v)
		case Null:
			return inCollection(list())
		case Bool, Int, Float, String, Enum:
			return inCollection(list(v))
		}
		if v.Class == collection {
			return v
		}
		return Value{Kind: Object, Class: collection}
	})
}

func inCollection(v Value) Value { return Value{Kind: Object, Class: collection, Array: v.Array} }

// collectionCall is a method of a collection that is made of one function of arrays.
func (f *frame) collectionCall(o Value, e *php.MethodCall, args []argument) Value {
	values, ok := positional(args)
	c := &builtinCall{frame: f, node: e, name: e.Name.Name, args: values}
	array := Value{Kind: Array, Array: o.Array, Origin: o.Origin}
	if !ok {
		return c.unknown("arguments that are not known")
	}
	method := foldName(e.Name.Name)
	wrap := true
	var v Value
	switch method {
	case "all", "toarray":
		v, wrap = array, false
		for _, x := range o.Array.Entries {
			if method == "toarray" && x.Value.Kind == Object {
				v = c.unknown("objects among the elements")
			}
		}
	case "values", "keys", "flip", "reverse", "merge", "replace", "diff", "intersect":
		name := map[string]string{"values": "array_values", "keys": "array_keys", "flip": "array_flip"}[method]
		if name == "" {
			name = "array_" + method
		}
		if method == "reverse" {
			values = append(values, boolean(true))
		}
		v = f.arrayFunction(name, array, values, e)
	case "map":
		v = f.mapWithKeys(array, values, c)
	case "filter", "reject":
		v = c.filterCollection(array.Array, method == "reject")
	case "implode", "join":
		v, wrap = c.joinCollection(array), false
	case "count":
		v, wrap = f.arrayFunction("count", array, nil, e), false
	case "first", "last":
		v, wrap = c.edgeOf(array, method == "first"), false
	case "contains", "isempty", "isnotempty":
		v, wrap = c.askCollection(array, method), false
	default:
		f.dropArguments(args)
		return unknown("qlint does not evaluate "+f.excerpt(e), f.computed(e, o))
	}
	if wrap && v.Kind == Array {
		v = inCollection(v)
	}
	return f.give(v, e, o)
}

func (f *frame) arrayFunction(name string, array Value, more []Value, e php.Expr) Value {
	args := []argument{{value: array}}
	for _, v := range more {
		if v.Class == collection && v.Array != nil {
			v = Value{Kind: Array, Array: v.Array, Origin: v.Origin}
		}
		args = append(args, argument{value: v})
	}
	return f.callBuiltin(f.w.table()[name], name, args, e)
}

// mapWithKeys is map(): the callback gets the value and the key.
func (f *frame) mapWithKeys(array Value, args []Value, c *builtinCall) Value {
	if len(args) != 1 {
		return c.unknown("no callback")
	}
	b := f.newBuilder()
	for _, e := range array.Array.Entries {
		given := []Value{e.Value, e.Key.value()}
		if f.takesOne(args[0]) {
			given = given[:1]
		}
		b.set(Entry{Key: e.Key, Value: f.apply(args[0], given, c.node)})
	}
	if array.Array.Open != "" {
		b.openBelow(array.Array.Open)
	}
	return b.value()
}

// takesOne says that a callable is a function of PHP that refuses a second argument: the framework then passes one.
func (f *frame) takesOne(callee Value) bool {
	name := callee.Str
	if callee.Kind == Closure && callee.closure != nil {
		name = callee.closure.name
	}
	b, known := f.w.table()[foldName(name)]
	return name != "" && known && b.max == 1
}

func (c *builtinCall) filterCollection(a *ArrayValue, reject bool) Value {
	if reject && len(c.args) != 1 {
		return c.unknown("no callback")
	}
	return c.filter(a, func(e Entry) Value {
		if len(c.args) == 0 {
			return e.Value
		}
		v := c.apply(c.args[0], []Value{e.Value, e.Key.value()}, c.node)
		if keep, ok := toBool(v); reject && ok {
			return boolean(!keep)
		}
		return v
	})
}

func (c *builtinCall) joinCollection(array Value) Value {
	if len(c.args) != 1 || c.args[0].Kind != String {
		return c.unknown("not one text")
	}
	for _, e := range array.Array.Entries {
		if e.Value.Kind == Array || e.Value.Kind == Object {
			return c.unknown("elements that are no texts")
		}
	}
	return c.arrayFunction("implode", c.args[0], []Value{array}, c.node)
}

func (c *builtinCall) edgeOf(array Value, first bool) Value {
	if len(c.args) > 0 {
		return c.unknown("a callback or default")
	}
	name := "end"
	if first {
		name = "reset"
	}
	if array.Array.whole() && len(array.Array.Entries) == 0 {
		return null()
	}
	return c.arrayFunction(name, array, nil, c.node)
}

func (c *builtinCall) askCollection(array Value, method string) Value {
	if method == "contains" {
		if len(c.args) != 1 || c.args[0].Kind == Closure {
			return c.unknown("a callback or several arguments")
		}
		return c.arrayFunction("in_array", c.args[0], []Value{array}, c.node)
	}
	some, ok := toBool(array)
	if !ok {
		return c.unknown(array.Array.Open)
	}
	return boolean(some == (method == "isnotempty"))
}
