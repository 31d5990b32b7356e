package worker

import (
	"cmp"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// variables are a script's: what it is started with, and what it sets itself.
type variables struct {
	// given is what sets a variable that the script is started with, nil where nothing is known of those.
	given func(name string) (queue.Variable, bool)
	// assigned are the places where the script sets a variable, in the order of its text.
	assigned map[string][]assignment
	// open says that the script may set any variable: none is known.
	open bool
	// now is the place in the text that the shell is at, in bytes.
	now uint
	// at gives the places of the script's bytes.
	at Place
	// steps bounds the work for one word: variables may be set from variables many times over.
	steps int
}

// assignment is one place where a script sets a variable.
type assignment struct {
	at, end uint
	// value is what it is set to by a line that surely runs, and once: nil for any other. byDefault is `: ${x:=value}`.
	value     *syntax.Word
	byDefault *syntax.ParamExp
}

func (a assignment) sure() bool { return a.value != nil || a.byDefault != nil }

// expansion is what the shell makes of a word.
type expansion struct {
	text string
	// from says where the variables in the word have their values from, nil without any.
	from *queue.Origin
	// open says that a default of the script was taken, since nothing that was found sets the variable.
	open bool
}

// maxSteps bounds the variables that are looked up for one word, maxExpansion its text in bytes.
const (
	maxSteps     = 100
	maxExpansion = 4 << 10
)

var shellName = pattern.New(`^[A-Za-z_][A-Za-z0-9_]*$`)

// word is what the shell makes of a word at the place that it is at.
func (v *variables) word(w *syntax.Word) (expansion, bool) {
	v.steps = maxSteps
	return v.text(w, v.now)
}

// plain is a word of which nothing depends on what is not found.
func (v *variables) plain(w *syntax.Word) (string, bool) {
	e, ok := v.word(w)
	return e.text, ok && !e.open
}

func (v *variables) text(w *syntax.Word, now uint) (expansion, bool) {
	if w == nil {
		return expansion{}, false
	}
	return v.parts(w.Parts, now)
}

func (v *variables) parts(parts []syntax.WordPart, now uint) (expansion, bool) {
	var out expansion
	for _, part := range parts {
		one, ok := expansion{}, false
		switch part := part.(type) {
		case *syntax.Lit:
			one.text, ok = part.Value, !strings.Contains(part.Value, `\`)
		case *syntax.SglQuoted:
			one.text, ok = part.Value, !part.Dollar
		case *syntax.DblQuoted:
			one, ok = v.parts(part.Parts, now)
		case *syntax.ParamExp:
			one, ok = v.parameter(part, now)
		}
		if out.text += one.text; !ok || len(out.text) > maxExpansion {
			return expansion{}, false
		}
		out.open = out.open || one.open
		out.from = joined(out.from, one.from)
	}
	return out, true
}

// joined is where a text has its parts from.
func joined(first, more *queue.Origin) *queue.Origin {
	if first == nil || more == nil {
		return cmp.Or(first, more)
	}
	both := *first
	both.Also = append(slices.Clone(both.Also), more)
	return &both
}

// parameter is $x, ${x}, ${x:-default} or ${x:=default}.
func (v *variables) parameter(p *syntax.ParamExp, now uint) (expansion, bool) {
	if v.steps--; v.steps < 0 || v.open || p.Param == nil || !shellName.MatchString(p.Param.Value) {
		return expansion{}, false
	}
	if p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return expansion{}, false
	}
	e, state := v.variable(p.Param.Value, now)
	if p.Exp == nil {
		return e, state == set
	}
	switch p.Exp.Op {
	case syntax.DefaultUnset, syntax.AssignUnset:
		if state == set {
			return e, true
		}
	case syntax.DefaultUnsetOrNull, syntax.AssignUnsetOrNull:
		if state == set && e.text != "" {
			return e, true
		}
	default:
		return expansion{}, false
	}
	if state == unsure {
		return expansion{}, false
	}
	fallback := expansion{}
	if p.Exp.Word != nil {
		var ok bool
		if fallback, ok = v.text(p.Exp.Word, now); !ok {
			return expansion{}, false
		}
	}
	if state == set { // to nothing
		return fallback, true
	}
	written := source.Span{}
	if v.at != nil {
		written = v.at(int(p.Pos().Offset()), int(p.End().Offset()))
	}
	fallback.from = &queue.Origin{
		Via: queue.ViaEnvDefault, Span: written, Variable: p.Param.Value, From: fallback.from,
		Text: "default of " + p.Param.Value + " in the script, since nothing found sets it",
	}
	fallback.open = true
	return fallback, true
}

// state is what is known of a variable.
type state uint8

const (
	unsure state = iota
	unset        // nothing that was found sets it
	set
)

// variable is a variable's value at a place of the text: what the last line before it that sets it gives, and nothing else may.
func (v *variables) variable(name string, now uint) (expansion, state) {
	last := -1
	for i, a := range v.assigned[name] {
		if a.sure() && a.at < now {
			last = i
		}
	}
	for i, a := range v.assigned[name] {
		if i > last && !a.sure() {
			return expansion{}, unsure
		}
	}
	if last < 0 {
		return v.start(name)
	}
	a := v.assigned[name][last]
	var e expansion
	var ok bool
	if a.byDefault != nil {
		e, ok = v.parameter(a.byDefault, a.at)
	} else {
		e, ok = v.text(a.value, a.at)
	}
	if !ok {
		return expansion{}, unsure
	}
	if v.at != nil && a.value != nil && e.from == nil {
		e.from = &queue.Origin{Via: queue.ViaLiteral, Span: v.at(int(a.at), int(a.end)), Text: name + "=" + e.text}
	}
	return e, set
}

// start is a variable's value when the script starts.
func (v *variables) start(name string) (expansion, state) {
	if v.given == nil {
		return expansion{}, unset
	}
	one, found := v.given(name)
	if !found {
		return expansion{}, unset
	}
	text, known := one.Value.Get()
	if !known {
		return expansion{}, unsure
	}
	return expansion{text: text, from: one.Value.Origin(), open: one.Passes != ""}, set
}
