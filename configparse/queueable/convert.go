package queueable

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// converted applies a conversion to every alternative of a value. Null is Absent.
func converted[T any](v phpeval.Value, one func(phpeval.Value) queue.Value[T]) queue.Value[T] {
	some, known := v.Each()
	if !known {
		return queue.NotKnown[T](v.Why, v.Origin)
	}
	out := make([]queue.Value[T], len(some))
	for i, x := range some {
		if x.IsNull() {
			out[i] = queue.NotSet[T](x.Origin)
		} else {
			out[i] = one(x)
		}
	}
	return queue.OneOfThese(out...)
}

// number reads an integer, a float without its fraction, or a numeric string.
func number(v phpeval.Value) (n int64, ok bool) {
	switch v.Kind {
	case phpeval.Int:
		return v.Int, true
	case phpeval.Float:
		if math.IsNaN(v.Float) || math.Abs(v.Float) > 1<<62 {
			return 0, false
		}
		return int64(v.Float), true
	case phpeval.String:
		n, err := strconv.ParseInt(strings.TrimSpace(v.Str), 10, 64)
		return n, err == nil
	}
	return 0, false
}

// timeout is what the worker passes to pcntl_alarm: 0 and below is no limit.
func timeout(v phpeval.Value) queue.Value[time.Duration] {
	return converted(v, func(one phpeval.Value) queue.Value[time.Duration] {
		n, ok := number(one)
		switch {
		case !ok:
			return queue.NotKnown[time.Duration]("the timeout is no number of seconds", one.Origin)
		case n <= 0:
			return queue.NoLimit[time.Duration](one.Origin)
		}
		return queue.Seconds(float64(n), one.Origin)
	})
}

// tries is the number of attempts: 0 is no limit, but the string "0" allows none (Queue/Worker.php compares with ===).
func tries(v phpeval.Value) queue.Value[int] {
	return converted(v, func(one phpeval.Value) queue.Value[int] {
		n, ok := number(one)
		switch {
		case !ok || one.Kind == phpeval.Float:
			return queue.NotKnown[int]("the number of tries is no integer", one.Origin)
		case n == 0 && one.Kind == phpeval.Int:
			return queue.NoLimit[int](one.Origin)
		}
		return queue.Is(int(n), one.Origin)
	})
}

func count(v phpeval.Value) queue.Value[int] {
	return converted(v, func(one phpeval.Value) queue.Value[int] {
		n, ok := number(one)
		if !ok {
			return queue.NotKnown[int]("not an integer", one.Origin)
		}
		return queue.Is(int(n), one.Origin)
	})
}

// flag is a value as a condition sees it. False is Absent's meaning too, but is written somewhere.
func flag(v phpeval.Value) queue.Value[bool] {
	return converted(v, func(one phpeval.Value) queue.Value[bool] { return one.AsBool() })
}

// bounded says whether a point in time is set; 0, "" and false set none.
func bounded(v phpeval.Value) queue.Value[bool] {
	return converted(v, func(one phpeval.Value) queue.Value[bool] {
		switch one.Kind {
		case phpeval.Object:
			return queue.Is(true, one.Origin)
		case phpeval.Int, phpeval.Float, phpeval.String, phpeval.Bool:
			if truth, ok := one.AsBool().Get(); ok && truth {
				return queue.Is(true, one.Origin)
			}
			return queue.NotSet[bool](one.Origin)
		}
		return queue.NotKnown[bool]("retryUntil is no point in time", one.Origin)
	})
}

// backoff is the list of pauses: a number, a list of numbers, or a string with commas. An empty list is one pause of 0 s.
func backoff(v phpeval.Value) queue.Value[[]time.Duration] {
	return converted(v, func(one phpeval.Value) queue.Value[[]time.Duration] {
		list, ok := pauses(one)
		if !ok {
			return queue.NotKnown[[]time.Duration]("the backoff is no number of seconds and no list of such", one.Origin)
		}
		return queue.Is(list, one.Origin)
	})
}

func pauses(v phpeval.Value) ([]time.Duration, bool) {
	var items []phpeval.Value
	switch v.Kind {
	case phpeval.Int, phpeval.Float:
		items = []phpeval.Value{v}
	case phpeval.String:
		for part := range strings.SplitSeq(v.Str, ",") {
			items = append(items, phpeval.Value{Kind: phpeval.String, Str: part})
		}
	case phpeval.Array:
		if v.Array.Open != "" {
			return nil, false
		}
		for _, e := range v.Array.Entries {
			items = append(items, e.Value)
		}
		if len(items) == 0 {
			return []time.Duration{0}, true
		}
	}
	out := make([]time.Duration, len(items))
	for i, item := range items {
		n, ok := number(item)
		if ok {
			out[i], ok = queue.Clock(float64(n))
		}
		if !ok {
			return nil, false
		}
	}
	return out, len(out) > 0
}

// named is the name of a connection or queue. An empty one is the default's, as if it were not set; an enum's case stands for its value.
func named(v phpeval.Value) queue.Value[string] {
	return converted(v, func(one phpeval.Value) queue.Value[string] {
		if one.Kind == phpeval.Enum && one.Backing == nil {
			return queue.Is(one.Case, one.Origin)
		}
		if one.Kind == phpeval.Enum {
			one = one.Backing.WithOrigin(one.Origin)
		}
		switch one.Kind {
		case phpeval.String:
			if one.Str == "" {
				return queue.NotSet[string](one.Origin)
			}
			return queue.Is(one.Str, one.Origin)
		case phpeval.Int:
			return queue.Is(strconv.FormatInt(one.Int, 10), one.Origin)
		}
		return queue.NotKnown[string]("not a name", one.Origin)
	})
}

// merged is one of several values, each counted once: what the possible versions, kinds and dispatches give.
func merged[T any](values []queue.Value[T], equal func(a, b T) bool) queue.Value[T] {
	var distinct []queue.Value[T]
	for _, v := range values {
		some, known := v.Each()
		if !known {
			return v
		}
		for _, one := range some {
			if !slices.ContainsFunc(distinct, func(have queue.Value[T]) bool { return equalValues(have, one, equal) }) {
				distinct = append(distinct, one)
			}
		}
	}
	return queue.OneOfThese(distinct...)
}

func equalValues[T any](a, b queue.Value[T], equal func(a, b T) bool) bool {
	if a.State() != b.State() {
		return false
	}
	x, known := a.Get()
	y, _ := b.Get()
	return !known || equal(x, y)
}

func equals[T comparable](a, b T) bool { return a == b }
