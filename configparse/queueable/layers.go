package queueable

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// site is one place that puts instances on a queue, with what it changes about where they go.
type site struct{ layers []layer }

// looseSite is a site of which it is not known what it dispatches: an instance of a class or of its children, "" for any.
type looseSite struct {
	site
	class string
	in    *scope
}

// layer changes the connection or the queue of an instance.
type layer struct {
	property string // "connection" or "queue"
	how      layerKind
	// maybe says that a condition decides whether the layer applies.
	maybe bool
	value php.Expr // of set and fill
	in    *scope
	at    php.Node
	text  string // the layer in a reader's words
	why   string // of lose
}

type layerKind uint8

const (
	// set puts a value in place of what was there.
	set layerKind = iota
	// override puts a value in place of what was there unless it is null itself.
	override
	// fill puts a value where none was set, as a chain does.
	fill
	// reset forgets what the job itself says, as a batch and Queue::push() do: attributes too.
	reset
	// lose says that the value is not known.
	lose
)

// layered applies a site's layers to a property. whole says that the job's own word does not count at all.
func (r *reader) layered(name string, p property, s site) (out property, whole bool) {
	for _, l := range s.layers {
		if l.property != name {
			continue
		}
		before := p.value
		switch l.how {
		case set:
			p.value = r.layerValue(l)
		case override:
			p.value = coalesce(r.layerValue(l), func() phpeval.Value { return before })
		case fill:
			p.value = falsy(p.value, func() phpeval.Value { return r.layerValue(l) })
		case reset:
			p.value, whole = null(), true
		case lose:
			p.value = unknown(l.why, step(queue.ViaDispatch, l.in.unit, l.at, l.text, phpeval.Value{}))
		}
		if l.maybe {
			p.value = phpeval.Alternatives(before, p.value)
		}
		p.changed = true
	}
	return p, whole
}

func (r *reader) layerValue(l layer) phpeval.Value {
	v := l.in.evaluate(r.w, l.value, 0)
	return reorigin(v, func(one phpeval.Value) *queue.Origin {
		return step(queue.ViaDispatch, l.in.unit, l.value, l.text+" where it is dispatched", one)
	})
}

// falsy is v, or what other gives for the alternatives of v that are null or "".
func falsy(v phpeval.Value, other func() phpeval.Value) phpeval.Value {
	some, known := v.Each()
	if !known {
		return v
	}
	out := make([]phpeval.Value, len(some))
	for i, one := range some {
		if out[i] = one; one.IsNull() || one.Kind == phpeval.String && one.Str == "" {
			out[i] = other()
		}
	}
	return phpeval.Alternatives(out...)
}
