package dotenv

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// readEntry reads one entry (Parser/EntryParser.php).
func (f *File) readEntry(line logicalLine) {
	name, value, hasValue := strings.Cut(line.text, "=")
	nameAt, valueAt := 0, len(name)+1
	if hasValue {
		nameAt += len(name) - len(strings.TrimLeft(name, blank))
		name = strings.Trim(name, blank)
		valueAt += len(value) - len(strings.TrimLeft(value, blank))
		value = strings.Trim(value, blank)
	}
	if name == "" {
		at := strings.IndexByte(line.text, '=')
		f.fail(line, "an unexpected equals", line.text, at, at+1)
		return
	}
	name, skipped := bareName(name)
	nameAt += skipped
	if !validName(name) {
		f.fail(line, "an invalid name", name, nameAt, nameAt+len(name))
		return
	}
	nameEnd := nameAt + len(name)
	e := Entry{Name: name, Null: !hasValue, NameSpan: f.Source.Span(line.offset(nameAt), line.offset(nameEnd))}
	if !hasValue {
		e.ValueSpan = f.Source.Span(e.NameSpan.End, e.NameSpan.End)
		f.Entries = append(f.Entries, e)
		return
	}
	s := scanner{text: value}
	if bad := s.scan(); bad != nil {
		f.fail(line, bad.cause, value, valueAt+bad.start, valueAt+bad.end)
		return
	}
	e.raw = s.out.String()
	e.ValueSpan = f.Source.Span(line.offset(valueAt), line.offset(valueAt+s.end))
	for _, v := range s.vars {
		end := v.from + 1
		if m := reference.FindString(value[v.from:]); m != "" {
			end = v.from + len(m)
		}
		span := f.Source.Span(line.offset(valueAt+v.from), line.offset(valueAt+end))
		e.vars = append(e.vars, variable{at: v.at, span: span})
	}
	f.Entries = append(f.Entries, e)
}

// fail notes an error with phpdotenv's text, which shows only the first line of its subject.
func (f *File) fail(line logicalLine, cause, subject string, start, end int) {
	subject = strings.TrimLeft(subject, "\n")
	subject, _, _ = strings.Cut(subject, "\n")
	f.Errors = append(f.Errors, Error{
		Message: fmt.Sprintf("Failed to parse dotenv file. Encountered %s at [%s].", cause, subject),
		Span:    f.Source.Span(line.offset(start), line.offset(end)),
	})
}

// validName is phpdotenv's check of a name. Older releases of 5 also take letters without case.
func validName(name string) bool {
	for _, r := range name {
		if r != '_' && r != '.' && !unicode.In(r, unicode.Ll, unicode.Lu, unicode.M, unicode.N) {
			return false
		}
	}
	return name != "" && utf8.ValidString(name)
}

// bareName takes `export` and quotes off a name and returns what was cut from its start. phpdotenv asks for more than 8
// characters before it looks for export, so that `export A` is an invalid name.
func bareName(name string) (bare string, skipped int) {
	full := len(name)
	if rest, ok := strings.CutPrefix(name, "export"); ok && utf8.RuneCountInString(name) > 8 && isSpace(rest[0]) {
		name = strings.TrimLeft(rest, " \t\n\r\v\f")
	}
	skipped = full - len(name)
	if utf8.RuneCountInString(name) >= 3 {
		first, last := name[0], name[len(name)-1]
		if first == last && (first == '"' || first == '\'') {
			return name[1 : len(name)-1], skipped + 1
		}
	}
	return name, skipped
}

func isSpace(c byte) bool { return strings.IndexByte(" \t\n\r\v\f", c) >= 0 }
