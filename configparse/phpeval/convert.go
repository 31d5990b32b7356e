package phpeval

import (
	"math"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// AsInt is the value as (int) casts it. Null is Absent, as everywhere where the framework writes `?? default`; an array, closure
// or object is Unknown.
func (v Value) AsInt() queue.Value[int] {
	return convert(v, "not a number", func(v Value) (int, bool) {
		n, ok := v.toInt().Int()
		return int(n), ok
	})
}

// AsString is the value as (string) casts it, and a backed enum's case its value, as the framework's enum_value() has it. Null is
// Absent.
func (v Value) AsString() queue.Value[string] {
	return convert(v, "not a string", func(v Value) (string, bool) { return v.enumValue().toString().Str() })
}

// AsBool is the value as (bool) casts it. Null is Absent.
func (v Value) AsBool() queue.Value[bool] {
	return convert(v, "neither true nor false", func(v Value) (bool, bool) {
		truth := v.truth()
		return truth == queue.Yes, truth != queue.Maybe
	})
}

// AsDuration is a number of seconds, as a cast to float gives it: "90" is 90 s, "60.5" is 60.5 s. Null is Absent.
func (v Value) AsDuration() queue.Value[time.Duration] {
	return convert(v, "not a number of seconds", func(v Value) (time.Duration, bool) {
		seconds, ok := v.toFloat().Float()
		if !ok || math.IsNaN(seconds) {
			return 0, false
		}
		nanos := seconds * float64(time.Second)
		if math.Abs(nanos) >= math.MaxInt64 {
			return time.Duration(math.Copysign(math.MaxInt64, nanos)), true
		}
		return time.Duration(math.Round(nanos)), true
	})
}

// AsScalar keeps the type. Null is a known null; an array, closure, enum or object is an OtherScalar.
func (v Value) AsScalar() queue.Value[queue.Scalar] {
	switch v.kind {
	case KindUnknown:
		return queue.NotKnown[queue.Scalar](v.Why(), v.origin)
	case KindOneOf:
		return oneOf(v, Value.AsScalar)
	}
	s := queue.Scalar{Kind: queue.OtherScalar}
	switch v.kind {
	case KindNull:
		s.Kind = queue.NullScalar
	case KindBool:
		s.Kind = queue.BoolScalar
		s.Bool, _ = v.Bool()
	case KindInt:
		s.Kind = queue.IntScalar
		s.Int, _ = v.Int()
	case KindFloat:
		s.Kind = queue.FloatScalar
		s.Float, _ = v.Float()
	case KindString:
		s.Kind = queue.StringScalar
		s.Text, _ = v.Str()
	}
	return queue.Is(s, v.origin)
}

func oneOf[T any](v Value, as func(Value) queue.Value[T]) queue.Value[T] {
	each, _ := v.Each()
	out := make([]queue.Value[T], len(each))
	for i, one := range each {
		out[i] = as(one)
	}
	return queue.OneOfThese(out...)
}

func convert[T any](v Value, why string, get func(Value) (T, bool)) queue.Value[T] {
	switch v.kind {
	case KindUnknown:
		return queue.NotKnown[T](v.Why(), v.origin)
	case KindNull:
		return queue.NotSet[T](v.origin)
	case KindOneOf:
		return oneOf(v, func(one Value) queue.Value[T] { return convert(one, why, get) })
	}
	if got, ok := get(v); ok {
		return queue.Is(got, v.origin)
	}
	return queue.NotKnown[T](why, v.origin)
}
