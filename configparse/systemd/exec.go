package systemd

import (
	"fmt"
	"path"
	"strings"
)

// Exec is one command of ExecStart= and its kin.
type Exec struct {
	// Prefixes are what stands before the path: -@:+!|.
	Prefixes string
	// Words are the path and the arguments as they are passed, before specifiers and variables are filled in. Behind the prefix @ the
	// second of them is argv[0] and left out here.
	Words []Text
}

// Has says whether a prefix stands before the path. NoVariables: `:` passes dollar signs on as they are.
func (e Exec) Has(prefix byte) bool { return strings.IndexByte(e.Prefixes, prefix) >= 0 }

// ParseExec reads the commands of one assignment; several stand between semicolons (load-fragment.c, config_parse_exec). An error's text
// is systemd's own; commands before it are returned.
func ParseExec(t Text) ([]Exec, error) {
	s := &splitter{text: t}
	var out []Exec
	for s.blanks() {
		first, ok, err := s.next()
		switch {
		case err != nil:
			return out, fmt.Errorf("%w: \"%s\"", err, t.String)
		case !ok:
			return out, nil
		case first.String == ";":
			continue
		}
		e, err := s.command(first)
		if err != nil {
			return out, err
		}
		out = append(out, e)
	}
	return out, nil
}

// command reads a command from its first word on.
func (s *splitter) command(first Text) (Exec, error) {
	n := prefixes(first.String)
	e := Exec{Prefixes: first.String[:n]}
	program := first.slice(n, len(first.String))
	program.Why = first.Why
	if err := checkProgram(program, e.Has('-'), s.text.String); err != nil {
		return e, err
	}
	e.Words = append(e.Words, program)
	for s.blanks() {
		rest := s.text.String[s.at:]
		if rest[0] == ';' && (len(rest) == 1 || isBlank(rest[1])) {
			s.at++
			break
		}
		if strings.HasPrefix(rest, `\;`) && (len(rest) == 2 || isBlank(rest[2])) {
			from, _ := s.text.place(s.at)
			s.word = builder{}
			s.word.add(';', from, from+2)
			e.Words = append(e.Words, s.word.done(s.text, from+2))
			s.at += 2
			continue
		}
		w, ok, err := s.next()
		if err != nil {
			return e, fmt.Errorf("%w: \"%s\"", err, s.text.String)
		}
		if !ok {
			break
		}
		e.Words = append(e.Words, w)
	}
	if e.Has('@') && len(e.Words) > 1 {
		e.Words = append(e.Words[:1], e.Words[2:]...)
	}
	return e, nil
}

// prefixes is how many bytes before the path say how to start it. `|` is there since version 254.
func prefixes(word string) int {
	seen := ""
	for i := range len(word) {
		c := word[i]
		again := strings.IndexByte(seen, c) >= 0
		privileges := strings.ContainsAny(seen, "+!")
		switch {
		case strings.IndexByte("-@:|", c) >= 0 && !again, c == '+' && !privileges,
			c == '!' && strings.Count(seen, "!") < 2 && !strings.Contains(seen, "+"):
			seen += string(c)
		default:
			return i
		}
	}
	return len(word)
}

// checkProgram says why systemd does not take a path, with its own text. Behind a dash it passes over the command alone, without one it
// refuses the unit.
func checkProgram(t Text, ignore bool, line string) error {
	name, passed := t.String, ""
	if ignore {
		passed = ", ignoring"
	}
	switch {
	case t.Why != "" || strings.Contains(name, "%"):
		return nil
	case name == "":
		return fmt.Errorf("Empty path in command line%s: '%s'", passed, line) //nolint:staticcheck // systemd's own text
	case strings.HasSuffix(name, "/"):
		return fmt.Errorf("Executable path specifies a directory%s: %s", passed, name) //nolint:staticcheck // systemd's own text
	case !path.IsAbs(name) && strings.Contains(name, "/") || name == "." || name == "..":
		return fmt.Errorf("Neither a valid executable name nor an absolute path%s: %s", passed, name) //nolint:staticcheck // systemd's own text
	}
	return nil
}

// Specifiers fills in `%` specifiers: names gives the text of a letter. What it does not know makes the word unknown; `%%` is a percent
// sign, and letters that systemd itself does not know stay as they are.
func Specifiers(t Text, names map[byte]string) Text {
	if !strings.Contains(t.String, "%") {
		return t
	}
	var b builder
	out := t
	for i := 0; i < len(t.String); i++ {
		if next := strings.IndexByte(t.String[i:], '%'); next != 0 {
			if next < 0 {
				next = len(t.String) - i
			}
			b.part(t, i, i+next)
			i += next - 1
			continue
		}
		from, to := t.place(i)
		if i+1 == len(t.String) {
			b.add('%', from, to)
			continue
		}
		letter := t.String[i+1]
		_, to = t.place(i + 1)
		value, known := names[letter]
		switch {
		case letter == '%':
			value = "%"
		case !known && strings.IndexByte(specifierLetters, letter) >= 0:
			value = t.String[i : i+2]
			if out.Why == "" {
				out.Why = "the machine decides what " + value + " is"
			}
		case !known:
			value = t.String[i : i+2]
		}
		for k := range len(value) {
			b.add(value[k], from, to)
		}
		i++
	}
	return b.done(out, t.end)
}

// specifierLetters are those of version 252.
const specifierLetters = "aAbBCdEfgGhHiIjJlLmMnNopPqsStTuUvVwW"
