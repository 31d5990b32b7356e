package phpeval

import (
	"github.com/qlint-dev/qlint/internal/queue"
)

// AsInt is the value after PHP's (int) cast. Null is Absent, because the framework reads its settings with `?? default`; an array,
// enum, closure or object is Unknown.
func (v Value) AsInt() queue.Value[int64] {
	return convert(v, "not a number", func(v Value) (int64, bool) {
		n, ok := toInt(v)
		return n, ok && v.Kind != Array
	})
}

// AsString is the value after PHP's (string) cast, and the value of a backed enum's case, as Laravel's enum_value() has it. Null
// is Absent; arrays, pure enums and objects are Unknown.
func (v Value) AsString() queue.Value[string] {
	return convert(v, "not a text", func(v Value) (string, bool) {
		if v.Kind == Enum && v.Backing != nil {
			v = *v.Backing
		}
		return toString(v)
	})
}

// AsBool is the value after PHP's (bool) cast. Null is Absent.
func (v Value) AsBool() queue.Value[bool] { return convert(v, "neither true nor false", toBool) }

// AsScalar is the value with its type, as the model keeps settings. Null is a known null; an array, enum, closure or object is an
// OtherScalar.
func (v Value) AsScalar() queue.Value[queue.Scalar] {
	switch v.Kind {
	case Unknown:
		return queue.NotKnown[queue.Scalar](v.Why, v.Origin)
	case OneOf:
		return convertEach(v, Value.AsScalar)
	}
	s := queue.Scalar{Kind: queue.OtherScalar}
	switch v.Kind {
	case Null:
		s.Kind = queue.NullScalar
	case Bool:
		s = queue.Scalar{Kind: queue.BoolScalar, Bool: v.Bool}
	case Int:
		s = queue.Scalar{Kind: queue.IntScalar, Int: v.Int}
	case Float:
		s = queue.Scalar{Kind: queue.FloatScalar, Float: v.Float}
	case String:
		s = queue.Scalar{Kind: queue.StringScalar, Text: v.Str}
	}
	return queue.Is(s, v.Origin)
}

func convertEach[T any](v Value, as func(Value) queue.Value[T]) queue.Value[T] {
	out := make([]queue.Value[T], len(v.Some))
	for i, one := range v.Some {
		out[i] = as(one)
	}
	return queue.OneOfThese(out...)
}

func convert[T any](v Value, why string, get func(Value) (T, bool)) queue.Value[T] {
	switch v.Kind {
	case Unknown:
		return queue.NotKnown[T](v.Why, v.Origin)
	case Null:
		return queue.NotSet[T](v.Origin)
	case OneOf:
		return convertEach(v, func(one Value) queue.Value[T] { return convert(one, why, get) })
	}
	if got, ok := get(v); ok {
		return queue.Is(got, v.Origin)
	}
	return queue.NotKnown[T](why, v.Origin)
}
