package systemd

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/source"
)

// ServiceSections are the sections of a service.
func ServiceSections() []string { return []string{"Unit", "Service", "Install"} }

// maxAssignments bounds what is kept of one file.
const maxAssignments = 20000

// Parse reads a unit file or drop-in. Sections are those that systemd knows in such a file; it passes over others. Without any, all are
// taken.
func Parse(file *source.File, sections ...string) *File {
	p := &parser{out: &File{Source: file}, known: sections}
	number := 0
	for _, l := range split(file.Data) {
		number++
		p.number = number
		if !p.line(l) {
			break
		}
	}
	if p.joined != nil {
		p.assign(p.flush())
	}
	p.out.Template = p.template
	return p.out
}

type parser struct {
	out     *File
	known   []string
	number  int
	section *Section
	count   int
	joined  *builder // of lines that end in a backslash
	end     int
	bom     bool
	templates
}

// line reads one line and says whether to go on.
func (p *parser) line(l line) bool {
	data := p.out.Source.Data
	if l.end-l.start > maxLine || p.joined != nil && len(p.joined.bytes)+l.end-l.start > maxLine {
		p.fail(l.start, l.start, "Line too long", true)
		p.out.Cut = "what follows a line of more than 1 MiB"
		return false
	}
	text := data[l.start:l.end]
	trimmed := bytes.TrimLeft(text, " \t\r\n")
	if len(trimmed) > 0 && (trimmed[0] == '#' || trimmed[0] == ';') {
		return true
	}
	if p.statement(string(trimmed)) {
		return true
	}
	if !p.bom && bytes.HasPrefix(text, []byte("\ufeff")) {
		l.start, p.bom = l.start+3, true
	}
	if p.joined == nil {
		p.joined = &builder{}
	}
	p.joined.file(data, l.start, l.end)
	p.end = l.end
	if endsEscaped(p.joined.bytes) {
		p.joined.bytes[len(p.joined.bytes)-1] = ' '
		return true
	}
	return p.assign(p.flush())
}

// endsEscaped says that a text ends in a backslash that no other one escapes.
func endsEscaped(text []byte) bool {
	n := 0
	for n < len(text) && text[len(text)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func (p *parser) flush() Text {
	t := p.joined.done(Text{file: p.out.Source}, p.end)
	p.joined = nil
	return t
}

// trim takes the blanks off both ends.
func trim(t Text) Text {
	start, end := 0, len(t.String)
	for start < end && isBlank(t.String[start]) {
		start++
	}
	for end > start && isBlank(t.String[end-1]) {
		end--
	}
	if start == 0 && end == len(t.String) {
		return t
	}
	cut := t.slice(start, end)
	if start == end {
		cut.end, _ = t.place(start)
	}
	return cut
}

// assign reads a line after continuations were joined, and says whether to go on.
func (p *parser) assign(t Text) bool {
	t = trim(t)
	switch {
	case t.String == "":
		return true
	case !utf8.ValidString(t.String):
		p.failAt(t, "String is not UTF-8 clean, ignoring assignment: "+strings.ToValidUTF8(t.String, "\ufffd"), false)
		return true
	case t.String[0] == '[':
		p.header(t)
		return true
	case p.section == nil:
		p.failAt(t, "Assignment outside of section. Ignoring.", false)
		return true
	}
	equals := strings.IndexByte(t.String, '=')
	switch {
	case p.section.Ignored:
		return true
	case equals < 0:
		p.failAt(t, "Missing '=', ignoring line.", false)
		return true
	case equals == 0:
		p.failAt(t, "Missing key name before '=', ignoring line.", false)
		return true
	}
	if p.count++; p.count > maxAssignments {
		p.out.Cut = fmt.Sprintf("more than %d assignments", maxAssignments)
		return false
	}
	key, value := trim(t.slice(0, equals)), trim(t.slice(equals+1, len(t.String)))
	if value.String == "" {
		_, value.end = t.place(equals)
	}
	value.Why = p.placeholder(value.String)
	p.section.Assignments = append(p.section.Assignments, &Assignment{
		Key: key.String, KeySpan: key.Whole(), Value: value, Conditional: p.open(), Section: p.section,
	})
	return true
}

// header opens a section.
func (p *parser) header(t Text) {
	last := len(t.String) - 1
	if t.String[last] != ']' {
		p.failAt(t, fmt.Sprintf("Invalid section header '%s'", t.String), true)
		p.section = &Section{Ignored: true, File: p.out}
		return
	}
	name := t.slice(1, last)
	s := &Section{Name: name.String, NameSpan: name.Whole(), File: p.out}
	if last == 1 {
		s.NameSpan = t.Span(0, 2)
	}
	if len(p.known) > 0 && !contains(p.known, s.Name) {
		s.Ignored = true
		if !strings.HasPrefix(s.Name, "X-") && p.placeholder(s.Name) == "" {
			p.failAt(t, fmt.Sprintf("Unknown section '%s'. Ignoring.", s.Name), false)
		}
	}
	p.section = s
	p.out.Sections = append(p.out.Sections, s)
}

func contains(all []string, name string) bool {
	for _, s := range all {
		if s == name {
			return true
		}
	}
	return false
}

func (p *parser) failAt(t Text, message string, refused bool) {
	span := t.Whole()
	p.fail(span.Start, span.End, message, refused)
}

// maxErrors bounds what is said of a file.
const maxErrors = 100

func (p *parser) fail(start, end int, message string, refused bool) {
	if len(p.out.Errors) < maxErrors {
		p.out.Errors = append(p.out.Errors, Error{Line: p.number, Span: p.out.Source.Span(start, end), Message: message, Refused: refused})
	}
}
