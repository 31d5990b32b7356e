package laravel

import (
	"math"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// eachOf converts a value, or each of the values that are possible; Unknown stays so.
func eachOf[T, U any](v queue.Value[T], convert func(queue.Value[T]) queue.Value[U]) queue.Value[U] {
	some, ok := v.Each()
	if !ok {
		return queue.NotKnown[U](v.Why(), v.Origin())
	}
	out := make([]queue.Value[U], len(some))
	for i, one := range some {
		out[i] = convert(one)
	}
	return queue.OneOfThese(out...)
}

// text is a setting that must be a text; null is Absent.
func text(v queue.Value[queue.Scalar], why string) queue.Value[string] {
	return eachOf(v, func(v queue.Value[queue.Scalar]) queue.Value[string] {
		s, ok := v.Get()
		switch {
		case !ok || s.Kind == queue.NullScalar:
			return queue.NotSet[string](v.Origin())
		case s.Kind != queue.StringScalar:
			return queue.NotKnown[string](why, v.Origin())
		}
		return queue.Is(s.Text, v.Origin())
	})
}

// Bounds of the settings that are kept of one entry.
const (
	maxSettings = 500
	maxLevels   = 3
)

// settings are the keys of an array; those of arrays in it are joined with a dot: "connections.0".
func settings(v phpeval.Value, likely ...string) map[string]queue.Setting {
	out := map[string]queue.Setting{}
	if v.Kind != phpeval.Array {
		return out
	}
	addSettings(out, "", v.Array, 1)
	if v.Array.Open != "" {
		for _, key := range likely {
			if _, ok := out[key]; !ok {
				out[key] = queue.Setting{Value: queue.NotKnown[queue.Scalar](v.Array.Open, v.Origin)}
			}
		}
	}
	return out
}

func addSettings(out map[string]queue.Setting, prefix string, a *phpeval.ArrayValue, level int) {
	for _, e := range a.Entries {
		if len(out) >= maxSettings {
			return
		}
		key := prefix + e.Key.String()
		out[key] = queue.Setting{Key: keySpan(e), Value: e.Value.AsScalar()}
		if e.Value.Kind == phpeval.Array && level < maxLevels {
			addSettings(out, key+".", e.Value.Array, level+1)
		}
	}
}

// phpNumeric is what PHP 8 takes for a number where it needs one: blanks around it are allowed.
var phpNumeric = pattern.New(`^[ \t\n\r\v\f]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\r\v\f]*$`)

// numeric is a text as PHP's arithmetic takes it; false where PHP refuses it.
func numeric(s string) (float64, bool) {
	if !phpNumeric.MatchString(s) {
		return 0, false
	}
	n, err := strconv.ParseFloat(strings.Trim(s, " \t\n\r\v\f"), 64)
	return n, err == nil && !math.IsInf(n, 0)
}
