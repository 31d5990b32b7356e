package report

import (
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// mapValue is a value of the model as the map shows it: for people and for programs.
type mapValue struct {
	state queue.State
	// value is what JSON holds of a known value, text what people read.
	value any
	text  string
	unit  string
	why   string
	some  []mapValue
	from  *queue.Origin
}

// valueOf turns a value of the model into one that can be shown; show gives a known value's form in JSON and in text.
func valueOf[T any](v queue.Value[T], unit string, show func(T) (any, string)) mapValue {
	out := mapValue{state: v.State(), unit: unit, why: v.Why(), from: v.Origin()}
	switch v.State() {
	case queue.Known:
		known, _ := v.Get()
		out.value, out.text = show(known)
	case queue.OneOf:
		each, _ := v.Each()
		texts := make([]string, len(each))
		for i, one := range each {
			s := valueOf(one, unit, show)
			out.some = append(out.some, s)
			texts[i] = s.text
		}
		out.text = strings.Join(texts, " or ")
	case queue.Absent:
		out.text = "not set"
	case queue.Infinite:
		out.text = "no limit"
	default:
		out.text = "unknown"
		if out.why != "" {
			out.text += ": " + out.why
		}
	}
	return out
}

func clock(v queue.Value[time.Duration]) mapValue {
	return valueOf(v, "s", func(d time.Duration) (any, string) { return d.Seconds(), seconds(d) })
}

func clocks(v queue.Value[[]time.Duration]) mapValue {
	return valueOf(v, "s", func(all []time.Duration) (any, string) {
		values, texts := make([]float64, len(all)), make([]string, len(all))
		for i, d := range all {
			values[i], texts[i] = d.Seconds(), seconds(d)
		}
		return values, strings.Join(texts, ", ")
	})
}

func count(v queue.Value[int]) mapValue {
	return valueOf(v, "", func(n int) (any, string) { return n, strconv.Itoa(n) })
}

func name(v queue.Value[string]) mapValue {
	return valueOf(v, "", func(s string) (any, string) { return s, s })
}

func nameList(v queue.Value[[]string]) mapValue {
	return valueOf(v, "", func(s []string) (any, string) { return append([]string{}, s...), strings.Join(s, ", ") })
}

func truth(v queue.Value[bool]) mapValue {
	return valueOf(v, "", func(b bool) (any, string) {
		if b {
			return b, "yes"
		}
		return b, "no"
	})
}

// seconds prints a clock as configuration files count it: 90s, 60.5s.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// viaNames are the names of queue.Via in JSON.
var viaNames = map[queue.Via]string{
	queue.ViaLiteral: "literal", queue.ViaFlag: "flag", queue.ViaProperty: "property", queue.ViaAttribute: "attribute",
	queue.ViaMethod: "method", queue.ViaConstructor: "constructor", queue.ViaDispatch: "dispatch", queue.ViaConstant: "constant",
	queue.ViaConfig: "config", queue.ViaEnvFile: "env-file", queue.ViaEnvDefault: "env-default", queue.ViaEnvFlag: "env-flag",
	queue.ViaFrameworkDefault: "framework-default", queue.ViaManagerDefault: "manager-default", queue.ViaInherited: "inherited",
	queue.ViaComputed: "computed", queue.ViaAssumed: "assumed", queue.ViaInputDefault: "input-default",
}

// maxSteps bounds the steps of one origin that are shown.
const maxSteps = 12

// way tells how a value came, newest step first, each with its place: "env('X', 90) (config/queue.php:69) <- X is not set in .env".
func (r *Report) way(o *queue.Origin) string {
	var steps []string
	last := source.Span{}
	for at := o; at != nil && len(steps) < maxSteps; at = at.From {
		text := at.Text
		if text == "" {
			text = viaNames[at.Via]
		}
		switch {
		case at.Span.IsZero() || at.Span == last:
		case at.Via == queue.ViaLiteral:
			text = r.at(at.Span) // the value itself stands beside it
		default:
			text += " (" + r.at(at.Span) + ")"
		}
		last = at.Span
		if len(steps) == 0 || steps[len(steps)-1] != text {
			steps = append(steps, text)
		}
	}
	return strings.Join(steps, " <- ")
}

// at is a place as "file:line".
func (r *Report) at(s source.Span) string {
	return r.path(s.Path()) + ":" + strconv.Itoa(s.First(source.CodePoints).Line)
}
