package process

import (
	"errors"
	"fmt"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// setting is one option as supervisord gets it after expansion.
type setting struct {
	section *supervisor.Merged
	key     string
	option  *supervisor.Option // nil when no file sets it
	text    supervisor.Text
	// why says why the value is not known, "" when it is; also where no file that was read sets it but another may.
	why   string
	scope scope
}

// scope is where an option is read.
type scope struct {
	names supervisor.Names // beside ENV_* and here
	raw   bool             // not expanded
	// program is the section whose name and file Supervisor adds to messages, nil outside programs.
	program *supervisor.Merged
}

// get reads an option and expands it. A text that Supervisor cannot expand is a refusal and its value unknown.
func (l *loader) get(m *supervisor.Merged, key string, names supervisor.Names, s scope) setting {
	s.names = names
	got := setting{section: m, key: key, scope: s, option: l.out.Syntax.Get(m, key)}
	if got.option == nil {
		if got.why = l.out.Syntax.Open(m); got.why == "" {
			got.why = l.openWhy
		}
		return got
	}
	for _, from := range []*supervisor.Merged{m, l.out.Syntax.Defaults} {
		for _, o := range from.All(key) {
			if o.Conditional != "" {
				got.why = o.Conditional
			}
		}
	}
	got.text = got.option.Value
	if l.hereInText {
		folder := l.folder(got.option.Section.File.Source)
		got.text = got.text.ReplaceAll("%(here)s", folder, l.here.Why)
	}
	if !s.raw {
		got = l.expand(got, m.Name+"."+key, names)
	}
	if got.why == "" {
		got.why = got.text.Why()
	}
	return got
}

// expand expands an option's text; name is how Supervisor's messages call it.
func (l *loader) expand(s setting, name string, names supervisor.Names) setting {
	text, err := supervisor.Expand(s.text, name, l.envWhy, l.env, names)
	if err != nil {
		l.refuseValue(s, s.text.Span(err.Start, err.End), err.Message)
		s.why = "Supervisor cannot expand it"
		return s
	}
	s.text = text
	if s.why == "" {
		s.why = text.Why()
	}
	return s
}

// known returns the text where the option is set and its text known.
func (s setting) known() (string, bool) { return s.text.String, s.option != nil && s.why == "" }

// span is the value, or the section's name when no file sets the option.
func (s setting) span() source.Span {
	if s.option == nil {
		return s.section.Parts[0].NameSpan
	}
	return s.text.Whole()
}

// origin is where the value was written.
func (s setting) origin() *queue.Origin {
	if s.option == nil {
		return nil
	}
	return &queue.Origin{Via: queue.ViaLiteral, Span: s.text.Whole(), Text: s.key + "=" + s.option.Value.String}
}

// fallback is Supervisor's default.
func (s setting) fallback() *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: "Supervisor's default of " + s.key}
}

// refuseValue notes that Supervisor refuses a value.
func (l *loader) refuseValue(s setting, span source.Span, message string) {
	l.refuseIn(s.scope.program, queue.Refusal{Span: span, Message: message, Section: s.section.Name, Option: s.key})
}

// refuseIn notes a refusal; Supervisor adds the section and its file to what it says of a program.
func (l *loader) refuseIn(program *supervisor.Merged, r queue.Refusal) {
	if program != nil {
		file := l.path(program.Parts[0].File.Source)
		r.Message += fmt.Sprintf(" in section %s (file: %s)", supervisor.Repr(program.Name), supervisor.Repr(file))
	}
	l.refuse(r)
}

// maxRefusals bounds what a hostile file can make supervisord say; it stops at the first itself.
const maxRefusals = 100

// refuse notes a refusal once: a program that two groups name is checked twice.
func (l *loader) refuse(r queue.Refusal) {
	r.Manager = queue.Supervisor
	if l.silent || l.refused[r] || len(l.out.Refusals) >= maxRefusals {
		return
	}
	l.refused[r] = true
	l.out.Refusals = append(l.out.Refusals, r)
}

// value converts a setting. Absent is the default, a text that is not known or that Supervisor refuses is Unknown. convert
// returns Supervisor's message for a text that it refuses.
func value[T any](l *loader, s setting, fallback T, convert func(string) (T, error)) queue.Value[T] {
	if s.option == nil && s.why == "" {
		return queue.Is(fallback, s.fallback())
	}
	text, ok := s.known()
	if !ok {
		return queue.NotKnown[T](s.why, s.origin())
	}
	v, err := convert(text)
	switch {
	case errors.Is(err, errTooLarge):
		return queue.NotKnown[T](err.Error(), s.origin())
	case err != nil:
		l.refuseValue(s, s.span(), err.Error())
		return queue.NotKnown[T]("Supervisor refuses the value", s.origin())
	}
	return queue.Is(v, s.origin())
}

// check only looks whether Supervisor takes a value.
func check[T any](l *loader, s setting, convert func(string) (T, error)) {
	var zero T
	value(l, s, zero, convert)
}

// maxDefaults bounds how many keys of [DEFAULT] every section is given.
const maxDefaults = 100

// written gives a section's keys as they stand in the files.
func (l *loader) written(m *supervisor.Merged) map[string]queue.Setting {
	out := map[string]queue.Setting{}
	for _, o := range l.defaults {
		out[o.Key] = writtenSetting(o)
	}
	for _, o := range m.Options() {
		out[o.Key] = writtenSetting(o)
	}
	return out
}

func writtenSetting(o *supervisor.Option) queue.Setting {
	origin := &queue.Origin{Via: queue.ViaLiteral, Span: o.Value.Whole(), Text: o.Key + "=" + o.Value.String}
	v := queue.Is(queue.Scalar{Kind: queue.StringScalar, Text: o.Value.String}, origin)
	if why := o.Value.Why(); why != "" {
		v = queue.NotKnown[queue.Scalar](why, origin)
	} else if o.Conditional != "" {
		v = queue.NotKnown[queue.Scalar](o.Conditional, origin)
	}
	return queue.Setting{Key: o.KeySpan, Value: v}
}
