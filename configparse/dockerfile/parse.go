package dockerfile

import (
	"bytes"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// Parse reads a file. It never fails: what Docker would refuse is in Errors, and everything else is read.
func Parse(file *source.File) *File {
	r := &reader{file: &File{Source: file}, data: file.Data, escape: '\\'}
	if len(r.data) > maxSize {
		r.fail("the file is too large to be read as a Dockerfile", 0)
		return r.file
	}
	if bytes.HasPrefix(r.data, []byte("\ufeff")) {
		r.at = len("\ufeff")
	}
	r.directives()
	for r.at < len(r.data) {
		r.instruction()
	}
	if len(r.file.Stages) == 0 && len(r.file.Errors) == 0 {
		r.fail("there is no FROM", 0)
	}
	return r.file
}

type reader struct {
	file   *File
	data   []byte
	at     int
	escape byte
}

func (r *reader) fail(message string, at int) {
	r.file.Errors = append(r.file.Errors, Error{Message: message, Span: r.file.Source.Span(at, at)})
}

// line takes the next line off and returns its bounds without the line end.
func (r *reader) line() (start, end int) {
	start, end = r.at, len(r.data)
	r.at = end
	if i := bytes.IndexByte(r.data[start:], '\n'); i >= 0 {
		end = start + i
		r.at = end + 1
	}
	if end > start && r.data[end-1] == '\r' {
		end--
	}
	return start, end
}

var directive = pattern.New(`^#\s*([a-zA-Z]+)\s*=\s*(\S+)\s*$`)

// directives reads the comments at the top that say how the file is to be read.
func (r *reader) directives() {
	for r.at < len(r.data) {
		from := r.at
		start, end := r.line()
		m := directive.FindSubmatch(r.data[start:end])
		if m == nil {
			r.at = from
			return
		}
		if strings.EqualFold(string(m[1]), "escape") && (string(m[2]) == "`" || string(m[2]) == `\`) {
			r.escape = m[2][0]
		}
	}
}

// instruction reads one instruction with the lines that continue it.
func (r *reader) instruction() {
	var text []byte
	var offsets []int
	for first := true; r.at < len(r.data) || first; first = false {
		start, end := r.line()
		line := r.data[start:end]
		trimmed := bytes.TrimLeft(line, " \t")
		if len(bytes.TrimSpace(line)) == 0 || trimmed[0] == '#' {
			if len(text) == 0 {
				return
			}
			continue // within an instruction, comments and empty lines count for nothing
		}
		if len(text) == 0 {
			start += len(line) - len(trimmed)
			line = trimmed
		}
		body := bytes.TrimRight(line, " \t")
		continued := len(body) > 0 && body[len(body)-1] == r.escape
		if continued {
			line = body[:len(body)-1]
		}
		for i := range line {
			text, offsets = append(text, line[i]), append(offsets, start+i)
		}
		if !continued {
			break
		}
	}
	if len(text) > 0 {
		r.add(string(text), offsets)
	}
}

var flag = pattern.New(`^--[a-zA-Z][-a-zA-Z]*(?:=(?:"[^"]*"|\S)*)?(?:\s+|$)`)

// add makes an instruction of its joined text and puts it into the stage that it belongs to.
func (r *reader) add(text string, offsets []int) {
	n := strings.IndexAny(text, " \t")
	if n < 0 {
		n = len(text)
	}
	file := r.file.Source
	i := &Instruction{Name: strings.ToUpper(text[:n]), Span: file.Span(offsets[0], offsets[n-1]+1), file: file}
	cut := func(to int) { text, offsets = text[to:], offsets[to:] }
	blanks := func() { cut(len(text) - len(strings.TrimLeft(text, " \t"))) }
	cut(n)
	blanks()
	for {
		m := flag.FindString(text)
		if m == "" {
			break
		}
		i.Flags = append(i.Flags, strings.TrimSpace(m))
		cut(len(m))
		blanks()
	}
	i.Text = strings.TrimRight(text, " \t")
	i.offsets = offsets[:len(i.Text)]
	switch i.Name {
	case "CMD", "ENTRYPOINT", "COPY", "ADD", "RUN", "SHELL", "VOLUME":
		i.Words, i.Exec = i.jsonArray()
	}
	if i.Name == "RUN" || i.Name == "COPY" || i.Name == "ADD" {
		r.heredocs(i)
	}
	r.place(i)
}

func (r *reader) place(i *Instruction) {
	if i.Name == "FROM" {
		r.from(i)
		return
	}
	if len(r.file.Stages) == 0 {
		if i.Name != "ARG" {
			r.fail("no build stage in current context", i.Span.Start)
			return
		}
		r.file.Arguments = append(r.file.Arguments, i)
		return
	}
	stage := r.file.Stages[len(r.file.Stages)-1]
	stage.Instructions = append(stage.Instructions, i)
}

func (r *reader) from(i *Instruction) {
	words := strings.Fields(i.Text)
	s := &Stage{Span: i.Span}
	if len(words) > 0 {
		s.Base, s.BaseSpan = words[0], i.At(0, len(words[0]))
		s.Parent = r.file.named(words[0])
	}
	if len(words) == 3 && strings.EqualFold(words[1], "as") {
		s.Name = strings.ToLower(words[2])
	}
	if len(words) != 1 && len(words) != 3 {
		r.fail("FROM requires either one or three arguments", i.Span.Start)
	}
	r.file.Stages = append(r.file.Stages, s)
}

// named is the stage of a name, the last one.
func (f *File) named(name string) *Stage {
	if name == "" {
		return nil
	}
	return f.Stage(strings.ToLower(name))
}

var heredoc = pattern.New(`(?:^|\s)[0-9]*<<(-?)(?:"([A-Za-z_][\w.]*)"|'([A-Za-z_][\w.]*)'|([A-Za-z_][\w.]*))`)

// heredocs takes the bodies of the here-documents off that an instruction announces. One that is never ended goes to the end of the file.
func (r *reader) heredocs(i *Instruction) {
	for _, m := range heredoc.FindAllStringSubmatch(i.Text, -1) {
		name := m[2] + m[3] + m[4]
		body := source.Span{File: r.file.Source, Start: r.at, End: len(r.data)}
		closed := false
		for r.at < len(r.data) && !closed {
			start, end := r.line()
			line := r.data[start:end]
			if m[1] != "" {
				line = bytes.TrimLeft(line, "\t")
			}
			if closed = string(line) == name; closed {
				body.End = start
			}
		}
		if !closed {
			r.fail("unterminated heredoc", i.Span.Start)
		}
		i.Heredocs = append(i.Heredocs, Heredoc{Name: name, Body: body})
	}
}
