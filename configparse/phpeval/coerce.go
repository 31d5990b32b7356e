package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// coerce is what a value becomes when it is passed, returned or assigned as a declared type; throwing where PHP refuses it. A nil
// type takes everything.
func (f *frame) coerce(t php.Type, v Value, strict bool) Value {
	if t == nil {
		return v
	}
	var accepted types
	if !accepted.add(f.unit, t) {
		return v
	}
	return each(v, func(v Value) Value {
		out := accepted.take(v, strict)
		if out.Origin == nil {
			out.Origin = v.Origin
		}
		return out
	})
}

// types are the kinds that a declared type accepts.
type types struct {
	null, boolean, integer, float, text, array, callable, object bool
}

// add adds the parts of a type; false for one that accepts everything.
func (t *types) add(u *Unit, declared php.Type) bool {
	switch d := declared.(type) {
	case *php.NullableType:
		t.null = true
		return t.add(u, d.Type)
	case *php.UnionType:
		for _, part := range d.Types {
			if !t.add(u, part) {
				return false
			}
		}
	case *php.Name:
		return t.name(u.names.Class(d))
	default:
		t.object = true
	}
	return true
}

func (t *types) name(name string) bool {
	switch name {
	case "mixed":
		return false
	case "null", "void":
		t.null = true
	case "bool", "true", "false":
		t.boolean = true
	case "int":
		t.integer = true
	case "float":
		t.float = true
	case "string":
		t.text = true
	case "array":
		t.array = true
	case "iterable":
		t.array, t.object = true, true
	case "callable":
		t.callable, t.object = true, true
	case "never":
		return false
	default:
		t.object = true
	}
	return true
}

func (t *types) take(v Value, strict bool) Value {
	switch v.Kind {
	case Null:
		if t.null {
			return v
		}
		return refused(v)
	case Array:
		if t.array || t.callable {
			return v
		}
		return refused(v)
	case Enum, Closure, Object:
		if t.object || t.text && v.Kind == Object {
			return v // an object's class, and its __toString(), are not followed
		}
		return refused(v)
	}
	switch {
	case v.Kind == Bool && t.boolean, v.Kind == Int && t.integer, v.Kind == Float && t.float,
		v.Kind == String && (t.text || t.callable):
		return v
	case v.Kind == Int && t.float:
		return float(float64(v.Int))
	case strict:
		return refused(v)
	}
	return t.weak(v)
}

// weak converts a scalar as PHP does without strict_types: to an int, float, string or bool, the first that fits.
func (t *types) weak(v Value) Value {
	if v.Kind == String && (t.integer || t.float) {
		if n, whole, ok := numericPrefix(v.Str); ok && whole {
			switch {
			case n.Kind == Int && t.integer, n.Kind == Float && t.float:
				return n
			case n.Kind == Int:
				return float(float64(n.Int))
			case integral(n):
				return integer(int64(n.Float))
			}
			return unknown("a text with a fraction as an int", nil)
		}
	}
	switch {
	case v.Kind == Float && t.integer && integral(v):
		return integer(int64(v.Float))
	case v.Kind == Float && t.integer:
		return unknown("a number with a fraction as an int", nil)
	case v.Kind == Bool && t.integer:
		return integer(int64(truth(v.Bool)))
	case v.Kind == Bool && t.float:
		return float(float64(truth(v.Bool)))
	case t.text:
		s, _ := toString(v)
		return text(s)
	case t.boolean:
		b, _ := toBool(v)
		return boolean(b)
	}
	return refused(v)
}

func refused(v Value) Value { return throwing("PHP refuses "+describe(v)+" as this type", v.Origin) }
