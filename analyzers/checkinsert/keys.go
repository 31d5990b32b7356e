package checkinsert

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/internal/diag"
)

// keys reports keys of Redis that are asked for, and set after work that must be done once: GET … SET where SET NX would decide. Filling a cache so is harmless.
func (c *checker) keys(sites []*effects.Site) []finding.Finding {
	var out []finding.Finding
	for _, read := range sites {
		if !read.Own || read.HasKind(effects.CacheRead) == nil {
			continue
		}
		for _, set := range sites {
			if !set.Own || set.Spawned() || set.HasKind(effects.CacheWrite) == nil || !sameKey(read.Call, set.Call) || !c.decides(read, set) {
				continue
			}
			work := c.onceOnly(sites, read)
			if work == nil || c.guarded(work.Call, &effects.Effect{}) {
				continue
			}
			pos, end := c.p.Span(set.Call)
			out = append(out, finding.Finding{Severity: diag.Warning, Pos: pos, End: end, Message: fmt.Sprintf(
				"the key is looked up (line %d) and then set: two runs at once both do %s (line %d)", c.p.Line(read.Call.Pos()), once(work).What, c.p.Line(work.Call.Pos()))})
			break
		}
	}
	return out
}

// onceOnly gives the work that is done where the key was not found alone, and that a second run would do again.
func (c *checker) onceOnly(sites []*effects.Site, read *effects.Site) *effects.Site {
	for _, s := range sites {
		if !s.Spawned() && !s.Deferred() && once(s) != nil && c.decides(read, s) {
			return s
		}
	}
	return nil
}

// once gives an effect of a call that does harm when it is repeated.
func once(s *effects.Site) *effects.Effect {
	return s.Has(func(e *effects.Effect) bool {
		switch e.Kind {
		case effects.Insert:
			return !e.Handled
		case effects.Payment:
			return e.Key == effects.NoKey || e.Key == effects.FreshKey
		case effects.Publish, effects.Mail:
			return true
		case effects.Update:
			return e.Relative != ""
		}
		return false
	})
}

// sameKey tells two commands of Redis on the same key: the same value, or the same text with the same values put in.
func sameKey(a, b ssa.CallInstruction) bool {
	x, y := keyOf(a), keyOf(b)
	if x == nil || y == nil {
		return false
	}
	if flow.Origin(x) == flow.Origin(y) {
		return true
	}
	s, ok := flow.String(x)
	t, known := flow.String(y)
	return ok && known && s == t && s != ""
}

// keyOf gives the key of a command that takes one, behind the context.
func keyOf(call ssa.CallInstruction) ssa.Value {
	args := flow.Args(call.Common())
	if len(args) < 2 {
		return nil
	}
	if list, ok := flow.Elements(args[1]); ok {
		if len(list) != 1 {
			return nil
		}
		return list[0]
	}
	return args[1]
}
