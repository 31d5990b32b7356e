package laravel

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// inherited tells what an entry of horizon.environments has from the application's own `defaults` without saying so: supervisors that it
// does not name, and the tails of lists.
func inherited(defaults, own phpeval.Value) (supervisors []string, mixed []queue.MixedList) {
	if defaults.Kind != phpeval.Array || own.Kind != phpeval.Array || own.Array.Open != "" {
		return nil, nil
	}
	for _, d := range defaults.Array.Entries {
		e, found, known := own.Lookup(d.Key.String())
		switch {
		case !known:
		case !found:
			if !keySpan(d).IsZero() && !foreign(d.Value) {
				supervisors = append(supervisors, d.Key.String())
			}
		default:
			for _, option := range [...]string{"queue", "backoff"} {
				if m, ok := mixedList(d.Key.String(), option, d.Value, e.Value); ok {
					mixed = append(mixed, m)
				}
			}
		}
	}
	return supervisors, mixed
}

// mixedList merges the lists of one option; false where the entry's own replaces the whole default.
func mixedList(supervisor, option string, defaults, own phpeval.Value) (queue.MixedList, bool) {
	base, mine := member(defaults, option), member(own, option)
	list, known := elements(base)
	short, alsoKnown := elements(mine)
	if !known || !alsoKnown || len(short) == 0 || len(list) <= len(short) {
		return queue.MixedList{}, false
	}
	out := queue.MixedList{Supervisor: supervisor, Option: option, Own: short, Merged: append(short[:len(short):len(short)], list[len(short):]...)}
	out.Agrees = slices.Equal(short, list[:len(short)])
	for i, e := range mine.Array.Entries {
		if e.Key != phpeval.IntKey(int64(i)) {
			return queue.MixedList{}, false
		}
	}
	if e, found, _ := own.Lookup(option); found {
		out.Span = keySpan(e)
	}
	return out, true
}

// elements are the texts of a list; false for anything else.
func elements(v phpeval.Value) ([]string, bool) {
	if v.Kind != phpeval.Array || v.Array.Open != "" {
		return nil, false
	}
	var out []string
	for _, e := range v.Array.Entries {
		s, ok := plain(e.Value)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}
