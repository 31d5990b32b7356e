package queue

import "slices"

// State says what is known of a value.
type State uint8

const (
	// Unknown cannot be proved from the repository. It carries its reason, is never compared and never guessed. It is the
	// zero State, so a value that nobody filled in is Unknown.
	Unknown State = iota
	// Absent is known not to be set: the place that would hold it was read whole.
	Absent
	// Known is one value.
	Known
	// Infinite has no limit (a timeout of 0, unlimited tries).
	Infinite
	// OneOf is one of several known values; which one depends on something the repository does not decide.
	OneOf
)

// Value is what the repository proves about one setting, and where that comes from.
type Value[T any] struct {
	state  State
	value  T
	some   []Value[T]
	why    string
	origin *Origin
}

// Is is a known value.
func Is[T any](v T, from *Origin) Value[T] { return Value[T]{state: Known, value: v, origin: from} }

// NotKnown is a value that cannot be proved; why completes the sentence "unknown: …".
func NotKnown[T any](why string, from *Origin) Value[T] { return Value[T]{why: why, origin: from} }

// NotSet is a setting that is known not to be set.
func NotSet[T any](from *Origin) Value[T] { return Value[T]{state: Absent, origin: from} }

// NoLimit is a setting that is known to bound nothing.
func NoLimit[T any](from *Origin) Value[T] { return Value[T]{state: Infinite, origin: from} }

// OneOfThese is a value of which only the candidates are known. One candidate is that value; an Unknown candidate makes the
// whole Unknown.
func OneOfThese[T any](candidates ...Value[T]) Value[T] {
	flat := make([]Value[T], 0, len(candidates))
	for _, c := range candidates {
		switch c.state {
		case Unknown:
			return c
		case OneOf:
			flat = append(flat, c.some...)
		default:
			flat = append(flat, c)
		}
	}
	switch len(flat) {
	case 0:
		return NotKnown[T]("no candidate", nil)
	case 1:
		return flat[0]
	}
	return Value[T]{state: OneOf, some: flat, origin: flat[0].origin}
}

// State says what is known of the value.
func (v Value[T]) State() State { return v.state }

// Get returns the value and whether exactly one is known.
func (v Value[T]) Get() (T, bool) { return v.value, v.state == Known }

// IsUnknown says that nothing is proved.
func (v Value[T]) IsUnknown() bool { return v.state == Unknown }

// IsAbsent says that the setting is known not to be set.
func (v Value[T]) IsAbsent() bool { return v.state == Absent }

// IsInfinite says that the setting is known to bound nothing.
func (v Value[T]) IsInfinite() bool { return v.state == Infinite }

// Why is the reason of an Unknown value.
func (v Value[T]) Why() string { return v.why }

// Origin is where the value comes from; nil when nothing is known of that either.
func (v Value[T]) Origin() *Origin { return v.origin }

// WithOrigin is the same value from another place, for a step that passes it on.
func (v Value[T]) WithOrigin(from *Origin) Value[T] {
	v.origin = from
	return v
}

// Each returns every value that is possible, each Known, Infinite or Absent, and false when the value is Unknown. A rule that
// speaks of "all candidates" ranges over it.
func (v Value[T]) Each() ([]Value[T], bool) {
	switch v.state {
	case Unknown:
		return nil, false
	case OneOf:
		return slices.Clone(v.some), true
	default:
		return []Value[T]{v}, true
	}
}

// Or is the value, or where it is Absent the other one: a default. Unknown stays Unknown.
func (v Value[T]) Or(fallback Value[T]) Value[T] {
	switch v.state {
	case Absent:
		return fallback
	case OneOf:
		out := make([]Value[T], len(v.some))
		for i, c := range v.some {
			out[i] = c.Or(fallback)
		}
		return OneOfThese(out...)
	default:
		return v
	}
}

// Map converts a value and keeps its state and origin. convert is called for known values only; false makes it Unknown.
func Map[T, U any](v Value[T], convert func(T) (U, bool), why string) Value[U] {
	switch v.state {
	case Known:
		if u, ok := convert(v.value); ok {
			return Is(u, v.origin)
		}
		return NotKnown[U](why, v.origin)
	case OneOf:
		out := make([]Value[U], len(v.some))
		for i, c := range v.some {
			out[i] = Map(c, convert, why)
		}
		return OneOfThese(out...)
	default:
		return Value[U]{state: v.state, why: v.why, origin: v.origin}
	}
}
