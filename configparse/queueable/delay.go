package queueable

import (
	"math"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// delay is what a dispatch asks for, by ->delay() or later(); Absent where it asks for nothing.
func (d *dispatch) delay(w *phpeval.World) queue.Value[time.Duration] {
	out := queue.NotSet[time.Duration](nil)
	if root, ok := d.root.(*php.StaticCall); ok {
		out = d.delayOfCall(root.Name.Name, &root.Args, out, w)
	}
	for _, call := range d.calls {
		out = d.delayOfCall(call.Name.Name, &call.Args, out, w)
	}
	return out
}

// delayOfCall is the delay after one call of the chain.
func (d *dispatch) delayOfCall(name string, args *php.Args, before queue.Value[time.Duration], w *phpeval.World) queue.Value[time.Duration] {
	at := 0
	switch fold(name) {
	case "delay", "later":
	case "lateron":
		at = 1
	case "withoutdelay":
		return queue.NotSet[time.Duration](nil)
	case "when", "unless", "tap":
		return queue.NotKnown[time.Duration](name+"() may set it", nil)
	default:
		return before
	}
	if at >= len(args.List) || args.List[at].Spread || args.List[at].Name != "" {
		return queue.NotKnown[time.Duration]("qlint does not follow its arguments", nil)
	}
	return delayOf(args.List[at].Value, d.in, w)
}

// ownDelay is the delay that a class gives itself: $delay, ->delay() as a statement of its constructor, or the attribute (13.4).
func (c *Code) ownDelay(s *subject, w *phpeval.World, versions queue.VersionRange) queue.Value[time.Duration] {
	for _, class := range c.lineOf(s) {
		if decl := attributeOn(class, attributes+"delay"); decl != nil && len(decl.Args.List) == 1 && versions.AtLeast(13, 4, 0) == queue.Yes {
			return delayOf(decl.Args.List[0].Value, &scope{unit: class.Unit, class: class}, w)
		}
		if p, ok := class.Property("delay"); ok && p.Default != nil && !isNull(p.Default) {
			return delayOf(p.Default, &scope{unit: class.Unit, class: class}, w)
		}
	}
	found, _ := c.classes.FindMethod(s.class, "__construct")
	if found == nil || c.scopes[found.Decl] == nil {
		return queue.NotSet[time.Duration](nil)
	}
	in := c.scopes[found.Decl]
	for i := range in.chains {
		ch := &in.chains[i]
		if v, ok := ch.root.(*php.Var); ok && v.Name == "this" && !ch.conditional {
			if d := (&dispatch{here: here{in, ch}}).delay(w); !d.IsAbsent() {
				return d
			}
		}
	}
	return queue.NotSet[time.Duration](nil)
}

// units are the methods of a date that add a span of time, folded, with its length.
var units = map[string]time.Duration{
	"addsecond": time.Second, "addseconds": time.Second, "addminute": time.Minute, "addminutes": time.Minute, "addhour": time.Hour, "addhours": time.Hour,
	"addday": 24 * time.Hour, "adddays": 24 * time.Hour, "addweek": 7 * 24 * time.Hour, "addweeks": 7 * 24 * time.Hour,
}

// delayOf is a delay as it is written: a number of seconds, or now() and what is added to it.
func delayOf(e php.Expr, s *scope, w *phpeval.World) queue.Value[time.Duration] {
	text := excerpt(s.unit, e)
	origin := &queue.Origin{Via: queue.ViaDispatch, Span: s.unit.Span(e), Text: text}
	root, calls := unwind(e)
	if len(calls) == 0 || !isNow(root, s) {
		v := s.evaluate(w, e, 0)
		return converted(v, func(one phpeval.Value) queue.Value[time.Duration] {
			if n, ok := number(one); ok {
				return queue.Seconds(float64(n), step(queue.ViaDispatch, s.unit, e, text, one))
			}
			return queue.NotKnown[time.Duration]("it is no number of seconds", origin)
		})
	}
	var sum float64
	for _, call := range calls {
		unit, known := units[fold(call.Name.Name)]
		n := int64(1)
		if len(call.Args.List) == 1 {
			n, known = numberOf(s.evaluate(w, call.Args.List[0].Value, 0), known)
		}
		if sum += float64(n) * float64(unit); !known || len(call.Args.List) > 1 || math.Abs(sum) > math.MaxInt64/2 {
			return queue.NotKnown[time.Duration]("qlint does not follow "+text, origin)
		}
	}
	return queue.Is(time.Duration(sum), origin)
}

func numberOf(v phpeval.Value, known bool) (int64, bool) {
	n, ok := number(v)
	return n, ok && known
}

// isNow is now() and Carbon::now().
func isNow(e php.Expr, s *scope) bool {
	switch e := e.(type) {
	case *php.Call:
		return function(e) == "now"
	case *php.StaticCall:
		class, ok := s.unit.Names().ClassExpr(e.Class)
		_, short := cutLast(fold(class), '\\')
		return ok && fold(e.Name.Name) == "now" && (short == "carbon" || short == "carbonimmutable" || short == "date")
	}
	return false
}
