package python

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// expression is the tokens of a value.
type expression []token

// reader goes through the lines of a module.
type reader struct {
	*File
	// decorators wait for the definition that follows them.
	decorators []*Call
}

// statement notes what a logical line assigns and calls.
func (f *reader) statement(l line) {
	tokens := l.tokens
	switch {
	case isSign(tokens[0], "@"):
		before := len(f.Calls)
		f.calls(tokens[1:], l.nested, 0)
		f.decorators = append(f.decorators, f.Calls[before:min(before+1, len(f.Calls))]...)
		return
	case tokens[0].kind == word && tokens[0].text == "async" && len(tokens) > 1:
		tokens = tokens[1:]
		fallthrough
	case tokens[0].kind == word && (tokens[0].text == "def" || tokens[0].text == "class"):
		if len(tokens) > 1 {
			for _, c := range f.decorators {
				c.Decorates = tokens[1].text
			}
		}
		f.decorators = nil
		return
	}
	f.decorators = nil
	f.calls(tokens, l.nested, 0)
	target, n := dotted(tokens)
	if target == "" || n >= len(tokens) {
		return
	}
	rest := tokens[n:]
	if rest[0].text == ":" && rest[0].kind == sign { // NAME: type = value
		i := indexOf(rest, "=")
		if i < 0 {
			return
		}
		rest = rest[i:]
	}
	if rest[0].kind != sign || rest[0].text != "=" && !strings.HasSuffix(rest[0].text, "=") || isComparison(rest[0].text) {
		return
	}
	a := &Assignment{Target: target, Span: f.span(tokens[:n]), Nested: l.nested, value: expression(rest[1:])}
	if rest[0].text != "=" {
		a.value = nil // it adds to what is there
	}
	f.Assignments = append(f.Assignments, a)
}

func isComparison(s string) bool { return s == "==" || s == "!=" || s == "<=" || s == ">=" }

// dotted is the name that some tokens begin with, with its dots, and how many they are; "" where they begin with none.
func dotted(tokens []token) (string, int) {
	if len(tokens) == 0 || tokens[0].kind != word {
		return "", 0
	}
	name, n := tokens[0].text, 1
	for n+1 < len(tokens) && tokens[n].kind == sign && tokens[n].text == "." && tokens[n+1].kind == word {
		name += "." + tokens[n+1].text
		n += 2
	}
	return name, n
}

// calls notes the calls of a line, those within their arguments too.
func (f *reader) calls(tokens []token, nested bool, depth int) {
	if depth > maxDepth {
		f.Cut = "brackets stand too deep"
		return
	}
	for i := 0; i < len(tokens); i++ {
		if tokens[i].kind == word && (i == 0 || tokens[i-1].text != "." || tokens[i-1].kind != sign) {
			name, n := dotted(tokens[i:])
			if open := i + n; open < len(tokens) && isSign(tokens[open], "(") {
				end := closing(tokens, open)
				c := &Call{Name: name, Span: f.span(tokens[i:open]), Nested: nested, Arguments: f.arguments(tokens[open+1 : end])}
				f.Calls = append(f.Calls, c)
				f.calls(tokens[open+1:end], nested, depth+1)
				i = end
				continue
			}
			i += n - 1
			continue
		}
		if tokens[i].kind == sign && strings.ContainsAny(tokens[i].text, "([{") {
			end := closing(tokens, i)
			f.calls(tokens[i+1:end], nested, depth+1)
			if i > 1 && isSign(tokens[i], "(") {
				f.chained(tokens, i, end, nested)
			}
			i = end
		}
	}
}

// chained notes a call on the result of another: f(x).apply_async(countdown=60).
func (f *reader) chained(tokens []token, open, end int, nested bool) {
	start := open - 1
	if tokens[start].kind != word || !isSign(tokens[start-1], ".") {
		return
	}
	f.Calls = append(f.Calls, &Call{
		Name: "." + tokens[start].text, Span: f.span(tokens[start:open]), Nested: nested, Arguments: f.arguments(tokens[open+1 : end]),
	})
}

// arguments splits what stands in a call's brackets.
func (f *File) arguments(tokens []token) []*Argument {
	var out []*Argument
	for _, part := range split(tokens) {
		a := &Argument{Span: f.span(part), value: part}
		switch {
		case isSign(part[0], "*") || isSign(part[0], "**"):
			a.Name = part[0].text
		case len(part) > 1 && part[0].kind == word && isSign(part[1], "="):
			a.Name, a.Span, a.value = part[0].text, f.span(part[:1]), part[2:]
		}
		out = append(out, a)
	}
	return out
}

// split cuts tokens at the commas that stand in no bracket; empty parts are left out.
func split(tokens []token) []expression {
	var out []expression
	start := 0
	for i := 0; i <= len(tokens); i++ {
		switch {
		case i == len(tokens) || isSign(tokens[i], ","):
			if i > start {
				out = append(out, expression(tokens[start:i]))
			}
			start = i + 1
		case tokens[i].kind == sign && strings.ContainsAny(tokens[i].text, "([{"):
			i = closing(tokens, i)
		}
	}
	return out
}

// closing is the place of the bracket that closes the one at a place; the end where none does.
func closing(tokens []token, open int) int {
	depth := 0
	for i := open; i < len(tokens); i++ {
		if tokens[i].kind != sign {
			continue
		}
		switch tokens[i].text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return len(tokens)
}

// indexOf is the first sign outside of brackets, -1 where there is none.
func indexOf(tokens []token, text string) int {
	for i := 0; i < len(tokens); i++ {
		if isSign(tokens[i], text) {
			return i
		}
		if tokens[i].kind == sign && strings.ContainsAny(tokens[i].text, "([{") {
			i = closing(tokens, i)
		}
	}
	return -1
}

func isSign(t token, text string) bool { return t.kind == sign && t.text == text }

func (f *File) span(tokens []token) source.Span {
	return f.Source.Span(tokens[0].start, tokens[len(tokens)-1].end)
}
