package supervisor

import (
	"strings"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/source"
)

// byteOrderMark at the start of a file is part of the first line for Supervisor, which therefore finds no section header.
const byteOrderMark = "\ufeff"

// Region is a part of a file that holds a configuration: the body of a here-document.
type Region struct {
	Start, End int
	// StripTabs takes the tabs off the start of every line, as `<<-` does.
	StripTabs bool
	// Shell says that a shell expands `$X`, `\` and backquotes in the text, as it does where the delimiter is not quoted.
	Shell bool
}

// Parse reads a whole file.
func Parse(file *source.File) *File { return ParseRegion(file, Region{End: len(file.Data)}) }

// ParseRegion reads a part of a file.
func ParseRegion(file *source.File, region Region) *File {
	r := reader{file: &File{Source: file}, shell: region.Shell}
	number := 0
	for at := region.Start; at < region.End; {
		number++
		line := cutLine(file.Data, at, region.End)
		line.number = number
		at = line.next
		if region.StripTabs {
			body := strings.TrimLeft(line.text, "\t")
			line.start += len(line.text) - len(body)
			line.text = body
		}
		if !r.statement(line) {
			r.read(line)
		}
	}
	r.finish()
	r.file.Template = r.template
	return r.file
}

// line is one line without its end.
type line struct {
	text   string
	start  int // offset in the file
	next   int // offset of the next line
	number int
	ended  bool // by a line end, not by the end of the file
}

// python is the line as Python's file object hands it out.
func (l line) python() string {
	if l.ended {
		return l.text + "\n"
	}
	return l.text
}

// cutLine reads up to \n, \r\n or \r: Python's universal newlines.
func cutLine(data []byte, at, end int) line {
	for i := at; i < end; i++ {
		switch {
		case data[i] == '\r' && i+1 < end && data[i+1] == '\n':
			return line{text: string(data[at:i]), start: at, next: i + 2, ended: true}
		case data[i] == '\r' || data[i] == '\n':
			return line{text: string(data[at:i]), start: at, next: i + 1, ended: true}
		}
	}
	return line{text: string(data[at:end]), start: at, next: end}
}

// reader holds what configparser keeps between two lines.
type reader struct {
	file    *File
	section *Section
	option  *Option // that a more indented line continues; nil where none can be
	indent  int
	pieces  []piece // of the option's value so far
	refused bool    // for a line before the first section
	shell   bool    // expands the text before Supervisor reads it

	templateState
}

// piece is what one line gives to a value.
type piece struct {
	text string
	from int
}

// read handles one line (configparser.RawConfigParser._read).
func (r *reader) read(l line) {
	comment := commentStart(l.text)
	body := l.text
	if comment >= 0 {
		body = body[:comment]
	}
	text, skipped := strip(body)
	if text == "" {
		// An empty line is part of the value, a comment is not.
		if comment < 0 && r.option != nil {
			r.pieces = append(r.pieces, piece{"", l.start})
		}
		return
	}
	from := l.start + skipped
	indent := utf8.RuneCountInString(l.text[:skipped])
	if r.option != nil && indent > r.indent {
		r.continueValue(piece{text, from}, comment, l)
		return
	}
	r.indent = indent
	if r.section == nil && strings.HasPrefix(text, byteOrderMark) {
		r.refuse(NoSection, l)
		text, from = text[len(byteOrderMark):], from+len(byteOrderMark)
	}
	switch {
	case isHeader(text):
		r.openSection(text, from)
	case r.section == nil:
		r.refuse(NoSection, l)
	default:
		r.openOption(piece{text, from}, comment, l)
	}
}

// commentStart is where a comment starts in a line, -1 without one. ';' and '#' are searched in step, the first of each, then the
// second of each …; the search ends with the first step that finds one at the start of the line or behind a blank, even if the
// other character has a later place that would cut more.
func commentStart(text string) int {
	trimmed, skipped := strip(text)
	if trimmed != "" && (trimmed[0] == ';' || trimmed[0] == '#') {
		// Python cuts the whole line; what is before is blank.
		return skipped
	}
	at := [2]int{-1, -1}
	for {
		found, more := -1, false
		for i, prefix := range [2]byte{';', '#'} {
			if at[i] >= len(text) {
				continue
			}
			n := strings.IndexByte(text[at[i]+1:], prefix)
			if n < 0 {
				at[i] = len(text)
				continue
			}
			at[i] += 1 + n
			more = true
			before, _ := utf8.DecodeLastRuneInString(text[:at[i]])
			if (at[i] == 0 || isSpace(before)) && (found < 0 || at[i] < found) {
				found = at[i]
			}
		}
		if found >= 0 || !more {
			return found
		}
	}
}

// isHeader says whether a line starts with a section header: something in brackets, whatever follows.
func isHeader(text string) bool { return text[0] == '[' && strings.LastIndexByte(text, ']') >= 2 }

func (r *reader) refuse(kind ErrorKind, l line) {
	if kind == NoSection {
		if r.refused {
			return
		}
		r.refused = true
	}
	r.file.Errors = append(r.file.Errors, Error{
		Kind: kind, Line: l.number, Text: l.python(), Span: r.file.Source.Span(l.start, l.start+len(l.text)),
	})
}

func (r *reader) openSection(text string, from int) {
	r.finish()
	end := strings.LastIndexByte(text, ']')
	name := text[1:end]
	r.section = &Section{
		Name: name, NameSpan: r.file.Source.Span(from+1, from+end), Why: r.markGaps(Text{String: name}).Why(),
		File: r.file, Open: r.open(),
	}
	r.file.Sections = append(r.file.Sections, r.section)
}

func (r *reader) openOption(p piece, comment int, l line) {
	n := strings.IndexAny(p.text, "=:")
	if n < 0 {
		// The option before stays open: a more indented line below still continues it.
		r.refuse(BadLine, l)
		return
	}
	r.finish()
	key := strings.TrimRightFunc(p.text[:n], isSpace)
	value, skipped := strip(p.text[n+1:])
	o := &Option{
		Key: lower(key), KeySpan: r.file.Source.Span(p.from, p.from+len(key)), Section: r.section, Conditional: r.open(),
	}
	if key == "" {
		r.refuse(BadLine, l)
	}
	r.section.Options = append(r.section.Options, o)
	r.pieces = []piece{{value, p.from + n + 1 + skipped}}
	r.addComment(o, comment, l)
	if key == "" {
		// A key without a name cannot be continued.
		r.option = o
		r.finish()
		return
	}
	r.option = o
}

func (r *reader) continueValue(p piece, comment int, l line) {
	r.pieces = append(r.pieces, p)
	r.addComment(r.option, comment, l)
	if s, ok := swallowed(r.section.Name, r.option.Key, p, r.file.Source); ok {
		r.option.Swallowed = append(r.option.Swallowed, s)
	}
}

func (r *reader) addComment(o *Option, comment int, l line) {
	if comment >= 0 {
		o.Comments = append(o.Comments, r.file.Source.Span(l.start+comment, l.start+len(l.text)))
	}
}

// finish joins the lines of the value that is open.
func (r *reader) finish() {
	o, pieces := r.option, r.pieces
	r.option, r.pieces = nil, nil
	if o == nil {
		return
	}
	for len(pieces) > 1 && pieces[len(pieces)-1].text == "" {
		pieces = pieces[:len(pieces)-1]
	}
	var b textBuilder
	end := 0
	for i, p := range pieces {
		if i > 0 {
			b.replaced("\n", end, p.from, "")
		}
		b.file(p.text, p.from)
		end = p.from + len(p.text)
	}
	o.Value = r.markGaps(b.done(r.file.Source, end))
}
