package queueable

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// seconds is what secondsUntil() makes of an argument (Laravel: Support/InteractsWithTime.php): a number of seconds, an interval, or a
// point in time counted from now. Null is Absent.
func (m *stackReader) seconds(e php.Expr, at standpoint) queue.Value[time.Duration] {
	return m.secondsOf(e, at, 0)
}

func (m *stackReader) secondsOf(e php.Expr, at standpoint, depth int) queue.Value[time.Duration] {
	v := m.eval(e, at, 0)
	if _, known := v.Each(); known && v.Kind != phpeval.Object {
		v = reorigin(v, func(one phpeval.Value) *queue.Origin { return m.written(e, at, one) })
		return converted(v, func(one phpeval.Value) queue.Value[time.Duration] {
			n, ok := number(one)
			if !ok {
				return queue.NotKnown[time.Duration]("it is no number of seconds", one.Origin)
			}
			return queue.Seconds(float64(n), one.Origin)
		})
	}
	if d, ok := m.interval(e, at); ok {
		return queue.Is(d, m.written(e, at, phpeval.Value{}))
	}
	if x, ok := e.(*php.Var); ok && depth < maxIndirections {
		values, in, known := at.variable(x.Name)
		if known && len(values) == 1 && !values[0].conditional && !values[0].appended {
			at.scope = in
			return m.secondsOf(values[0].value, at, depth+1)
		}
	}
	return queue.NotKnown[time.Duration](v.Why, v.Origin)
}

// written is the origin of an argument: a literal's own, or the argument over what it is made from.
func (m *stackReader) written(e php.Expr, at standpoint, v phpeval.Value) *queue.Origin {
	if v.Origin != nil && v.Origin.Via == queue.ViaLiteral {
		return v.Origin
	}
	return step(queue.ViaComputed, at.unit, e, excerpt(at.unit, e), v)
}

// spans are the units of Carbon's methods and of Laravel's functions, without their ending.
var spans = map[string]time.Duration{
	"second": time.Second, "minute": time.Minute, "hour": time.Hour, "day": 24 * time.Hour, "week": 7 * 24 * time.Hour,
}

// unitOf is the length of the unit that a name ends in, in singular or plural.
func unitOf(name string) (time.Duration, bool) {
	d, ok := spans[strings.TrimSuffix(name, "s")]
	return d, ok
}

// interval reads now()->addMinutes(5), CarbonInterval::minutes(5), minutes(5) and new DateInterval('PT5M').
func (m *stackReader) interval(e php.Expr, at standpoint) (time.Duration, bool) {
	if p, ok := e.(*php.Prop); ok && p.Dyn == nil && fold(p.Name.Name) == "totalseconds" {
		e = p.Object
	}
	root, calls := unwind(e)
	total, ok := m.start(root, at)
	for _, call := range calls {
		name := fold(call.Name.Name)
		if name == "todatetime" || name == "copy" || name == "toimmutable" {
			continue
		}
		unit, isUnit := unitOf(strings.TrimPrefix(strings.TrimPrefix(name, "add"), "sub"))
		n, known := m.amount(&call.Args, at)
		if !isUnit || !known || call.Dyn != nil || !strings.HasPrefix(name, "add") && !strings.HasPrefix(name, "sub") {
			return 0, false
		}
		if strings.HasPrefix(name, "sub") {
			n = -n
		}
		total += float64(unit) * n
	}
	if !ok || math.Abs(total) > math.MaxInt64/2 {
		return 0, false
	}
	return time.Duration(total), true
}

// start is what a point in time or an interval begins with: now is 0.
func (m *stackReader) start(root php.Expr, at standpoint) (nanoseconds float64, ok bool) {
	switch root := root.(type) {
	case *php.Call:
		name := function(root)
		if name == "now" && len(root.Args.List) == 0 {
			return 0, true
		}
		n, ok := root.Func.(*php.Name)
		if unit, isUnit := unitOf(name); isUnit && ok {
			full, _ := at.unit.Names().Func(n)
			amount, known := m.amount(&root.Args, at)
			return float64(unit) * amount, known && fold(full) == `illuminate\support\`+name
		}
	case *php.StaticCall:
		class, named := at.unit.Names().ClassExpr(root.Class)
		_, last := cutLast(fold(class), '\\')
		name := fold(root.Name.Name)
		switch {
		case !named:
		case (last == "carbon" || last == "carbonimmutable" || last == "date") && name == "now":
			return 0, true
		case last == "carboninterval":
			unit, isUnit := unitOf(name)
			amount, known := m.amount(&root.Args, at)
			return float64(unit) * amount, isUnit && known
		}
	case *php.New:
		return m.dateInterval(root, at)
	}
	return 0, false
}

// amount is a method's only argument as a number; 1 without one.
func (m *stackReader) amount(args *php.Args, at standpoint) (float64, bool) {
	switch len(args.List) {
	case 0:
		return 1, true
	case 1:
		v := m.eval(args.List[0].Value, at, 0)
		if v.Kind == phpeval.Float {
			return v.Float, true
		}
		n, ok := number(v)
		return float64(n), ok && !args.List[0].Spread
	}
	return 0, false
}

// isoInterval is the part of ISO 8601 without years and months, whose length varies.
var isoInterval = pattern.New(`^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$`)

func (m *stackReader) dateInterval(e *php.New, at standpoint) (float64, bool) {
	class, named := at.unit.Names().ClassExpr(e.Class)
	if !named || e.Anon != nil || fold(class) != "dateinterval" || len(e.Args.List) != 1 {
		return 0, false
	}
	v := m.eval(e.Args.List[0].Value, at, 0)
	parts := isoInterval.FindStringSubmatch(v.Str)
	if v.Kind != phpeval.String || parts == nil || strings.Join(parts[1:], "") == "" {
		return 0, false
	}
	total := 0.0
	for i, unit := range []string{"week", "day", "hour", "minute", "second"} {
		n, _ := strconv.Atoi(parts[i+1]) // "" is 0
		total += float64(n) * float64(spans[unit])
	}
	return total, true
}
