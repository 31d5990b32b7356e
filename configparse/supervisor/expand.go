package supervisor

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Name is what `%(name)s` stands for.
type Name struct {
	Text string
	// Number is the value of process_num and numprocs, the only names that are numbers.
	Number   int
	IsNumber bool
	// Why says why the text is not known, "" when it is.
	Why string
}

// Names are the names that an option may use.
type Names map[string]Name

// FormatError is a text that Supervisor cannot expand.
type FormatError struct {
	// Message is Supervisor's own text.
	Message string
	// Start and End are the faulty part of the text.
	Start, End int
}

func (e *FormatError) Error() string { return e.Message }

// Expand is Supervisor's `%` expansion of an option: Python's formatting of a text by a dictionary, of which later names win.
// option is how messages call it, "program:x.command". A name that starts with ENV_ and that names do not hold becomes an unknown
// part for the reason environment; with an empty reason the environment is complete and the name an error. In a text that is
// unknown in parts nothing is an error.
func Expand(t Text, option, environment string, names ...Names) (Text, *FormatError) {
	if !strings.Contains(t.String, "%") {
		return t, nil
	}
	f := formatter{text: t, names: names, environment: environment, argument: argument{kind: dictionary}}
	if err := f.run(); err != nil {
		if len(t.Gaps) > 0 {
			return t.WithGaps(Gap{0, len(t.String), t.Why()}), nil
		}
		err.Message = f.describe(err, option)
		return t, err
	}
	return f.out.done(t.file, t.end), nil
}

// formatter formats one text.
type formatter struct {
	text        Text
	names       []Names
	environment string
	out         textBuilder

	argument argument // of the next conversion
	// missing is the name that nothing defines, "" where the format itself is bad.
	missing string
}

// argument is what a conversion takes: the value of its name, or without a name the dictionary itself, once.
type argument struct {
	kind  argumentKind
	value Name
}

type argumentKind uint8

const (
	none argumentKind = iota
	dictionary
	named
)

// describe is Supervisor's message for an error (options.py, expand).
func (f *formatter) describe(err *FormatError, option string) string {
	if f.missing == "" {
		return fmt.Sprintf("Format string %s for %s is badly formatted: %s", Repr(f.text.String), Repr(option), err.Message)
	}
	return fmt.Sprintf("Format string %s for %s contains names (%s) which cannot be expanded. Available names: %s",
		Repr(f.text.String), Repr(option), Repr(f.missing), strings.Join(f.available(), ", "))
}

func (f *formatter) available() []string {
	var out []string
	for _, layer := range f.names {
		out = slices.AppendSeq(out, maps.Keys(layer))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (f *formatter) lookup(name string) (Name, bool) {
	for _, layer := range slices.Backward(f.names) {
		if v, ok := layer[name]; ok {
			return v, true
		}
	}
	return Name{}, false
}

func (f *formatter) run() *FormatError {
	s, gaps := f.text.String, f.text.Gaps
	for at := 0; at < len(s); {
		stop := len(s)
		if len(gaps) > 0 {
			stop = gaps[0].Start
		}
		if at == stop {
			f.out.part(f.text, at, gaps[0].End)
			at, gaps = gaps[0].End, gaps[1:]
			continue
		}
		n := strings.IndexByte(s[at:stop], '%')
		if n < 0 {
			f.out.part(f.text, at, stop)
			at = stop
			continue
		}
		f.out.part(f.text, at, at+n)
		end, err := f.convert(at + n)
		if err != nil {
			return err
		}
		at = end
		for len(gaps) > 0 && gaps[0].Start < at {
			gaps = gaps[1:]
		}
	}
	return nil
}

// convert reads the conversion at a '%' and appends what it gives.
func (f *formatter) convert(at int) (int, *FormatError) {
	if strings.HasPrefix(f.text.String[at:], "%%") {
		c := spec{start: at, end: at + 2}
		f.replace(c, "%")
		return c.end, nil
	}
	c, why := parseSpec(f.text.String, at)
	if c.named && why != incompleteKey {
		v, known := f.lookup(c.name)
		switch {
		case known:
			f.argument = argument{named, v}
		case f.environment != "" && strings.HasPrefix(c.name, "ENV_"):
			f.argument = argument{named, Name{Why: f.environment}}
		default:
			f.missing = c.name
			return 0, c.fail("")
		}
	}
	for range c.stars {
		taken := f.take()
		if taken.kind == none {
			return 0, c.fail(notEnough)
		}
		if !taken.value.IsNumber {
			return 0, c.fail("* wants int")
		}
	}
	if why != "" {
		return 0, c.fail(why)
	}
	return c.end, f.value(c)
}

const (
	incompleteKey = "incomplete format key"
	notEnough     = "not enough arguments for format string"
)

func (f *formatter) take() argument {
	a := f.argument
	f.argument = argument{}
	return a
}

func (c spec) fail(message string) *FormatError {
	return &FormatError{Message: message, Start: c.start, End: c.end}
}

func (f *formatter) replace(c spec, text string) {
	span := f.text.Span(c.start, c.end)
	f.out.replaced(text, span.Start, span.End, "")
}

// gap keeps a conversion as written, as an unknown part.
func (f *formatter) gap(c spec, why string) {
	start := f.out.b.Len()
	f.out.part(f.text, c.start, c.end)
	f.out.text.Gaps = append(f.out.text.Gaps, Gap{Start: start, End: f.out.b.Len(), Why: why})
}

// value formats the conversion's argument.
func (f *formatter) value(c spec) *FormatError {
	taken := f.take()
	kind := "str"
	switch {
	case taken.kind == none:
		return c.fail(notEnough)
	case taken.kind == dictionary:
		kind = "dict"
	case taken.value.IsNumber:
		kind = "int"
	}
	if taken.value.Why != "" {
		f.gap(c, taken.value.Why)
		return nil
	}
	if why := c.refuses(kind, taken.value, f.text.String); why != "" {
		return c.fail(why)
	}
	switch {
	case taken.kind == dictionary:
		f.gap(c, "it shows all names that Supervisor knows")
	case c.width > maxWidth || c.precision > maxWidth:
		f.gap(c, "the conversion is too wide to follow")
	default:
		f.replace(c, c.format(taken.value))
	}
	return nil
}
