package container

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// text is a scalar after `${…}` was filled in, with the place of every byte.
type text struct {
	string
	// why says why the text is not known, "" when it is.
	why string
	// origin is where the text's variables come from, nil without any.
	origin *queue.Origin
	// passes is the variable that is the whole text, with or without a default; "" for other texts.
	passes string

	node    *yaml.Node
	offsets []int // into the node's text
}

// at is the place of the bytes from start up to end.
func (t text) at(start, end int) source.Span {
	if len(t.offsets) == 0 {
		return t.node.Span
	}
	start = min(max(start, 0), len(t.offsets)-1)
	from := t.offsets[start]
	if end <= start {
		return t.node.At(from, from)
	}
	return t.node.At(from, t.offsets[min(end, len(t.offsets))-1]+1)
}

// maxNesting bounds variables within the defaults of variables, maxText the length of what is filled in.
const (
	maxNesting = 8
	maxText    = 64 << 10
)

// filler fills in the variables of one text.
type filler struct {
	env  *dotenv.File
	out  text
	in   string
	body []byte
}

// fill is compose's interpolation of a scalar (compose-go, template.go): `$$`, `$X`, `${X}`, `${X:-d}`, `${X-d}`, `${X:?e}`, `${X:+r}`. env is
// the .env file beside the compose file, nil where the repository has none. What no file sets is Unknown, or the default.
func fill(n *yaml.Node, env *dotenv.File) text {
	f := &filler{env: env, in: n.Text}
	f.out.node, f.out.why = n, n.Why
	f.run(0, len(n.Text), 0)
	f.out.string = string(f.body)
	return f.out
}

// literal is a scalar in which nothing is filled in.
func literal(n *yaml.Node) text {
	t := text{string: n.Text, why: n.Why, node: n, offsets: make([]int, len(n.Text))}
	for i := range t.offsets {
		t.offsets[i] = i
	}
	return t
}

// run copies the input from start up to end and fills variables in.
func (f *filler) run(start, end, depth int) {
	for i := start; i < end && len(f.body) < maxText; {
		if f.in[i] != '$' || i+1 >= end {
			f.put(f.in[i:i+1], i)
			i++
			continue
		}
		switch c := f.in[i+1]; {
		case c == '$':
			f.put("$", i)
			i += 2
		case c == '{':
			close := f.closing(i+2, end)
			if close < 0 {
				f.unknown("a variable has no end", i, end)
				return
			}
			f.braced(i, close, depth)
			i = close + 1
		case isNameStart(c):
			stop := i + 1
			for stop < end && isNamePart(f.in[stop]) {
				stop++
			}
			f.variable(f.in[i+1:stop], "", i, stop, stop, depth)
			i = stop
		default:
			f.put("$", i)
			i++
		}
	}
}

// closing is the bracket that ends a variable, nested ones passed over; -1 without one.
func (f *filler) closing(from, end int) int {
	depth := 1
	for i := from; i < end; i++ {
		switch {
		case f.in[i] == '{' && f.in[i-1] == '$':
			depth++
		case f.in[i] == '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// braced reads the variable whose `${` starts at an offset.
func (f *filler) braced(start, close, depth int) {
	i := start + 2
	for i < close && isNamePart(f.in[i]) {
		i++
	}
	name, operator := f.in[start+2:i], ""
	if i < close {
		operator = f.in[i : i+1]
		if operator == ":" && i+1 < close {
			operator = f.in[i : i+2]
		}
	}
	f.variable(name, operator, start, i+len(operator), close, depth)
}

// variable fills one variable in; its default, or what stands for it, goes from rest up to close.
func (f *filler) variable(name, operator string, start, rest, close, depth int) {
	whole := start == 0 && (close == len(f.in)-1 || close == len(f.in))
	if whole && depth == 0 {
		f.out.passes = name
	}
	end := min(close+1, len(f.in))
	if operator == "" {
		end = close
		if f.in[start+1] == '{' {
			end = close + 1
		}
	}
	var set *dotenv.Entry
	if f.env != nil {
		set = f.env.Last(name)
	}
	if set != nil && !set.Null && (set.Value != "" || !strings.HasPrefix(operator, ":")) {
		f.origin(&queue.Origin{Via: queue.ViaEnvFile, Span: set.ValueSpan, Variable: name, Text: name + " in " + f.env.Source.Path})
		f.out.passes = ""
		if strings.HasSuffix(operator, "+") {
			f.run(rest, close, depth+1)
			return
		}
		f.put(set.Value, start)
		return
	}
	switch operator {
	case ":-", "-":
		if depth >= maxNesting {
			f.unknown("variables stand too deep within each other", start, end)
			return
		}
		f.origin(&queue.Origin{Via: queue.ViaEnvDefault, Variable: name, Text: f.in[start:end] + ": nothing found sets " + name})
		f.run(rest, close, depth+1)
	case ":+", "+":
		f.origin(&queue.Origin{Via: queue.ViaEnvDefault, Variable: name, Text: f.in[start:end] + ": nothing found sets " + name})
	default:
		f.unknown("the environment of docker compose gives "+name, start, end)
	}
}

func (f *filler) put(s string, from int) {
	for i := range len(s) {
		f.body, f.out.offsets = append(f.body, s[i]), append(f.out.offsets, from)
	}
}

// unknown keeps a part as it is written.
func (f *filler) unknown(why string, start, end int) {
	for i := start; i < end; i++ {
		f.put(f.in[i:i+1], i)
	}
	if f.out.why == "" {
		f.out.why = why
	}
}

func (f *filler) origin(o *queue.Origin) {
	if f.out.origin == nil {
		f.out.origin = o
		return
	}
	f.out.origin.Also = append(f.out.origin.Also, o)
}

func isNameStart(c byte) bool {
	return c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

func isNamePart(c byte) bool { return isNameStart(c) || '0' <= c && c <= '9' }

// word is the text as one word.
func (t text) word() Word { return Word{Text: t.string, Why: t.why, At: t.at} }

// words splits the text at blanks and quotes; no shell reads it.
func (t text) words() []Word {
	split, _ := shlex.Split(t.string)
	out := make([]Word, len(split))
	for i, w := range split {
		out[i] = Word{Text: w.Text, At: func(start, end int) source.Span {
			if start <= 0 && end >= len(w.Text) {
				return t.at(w.Start, w.End)
			}
			return t.at(w.Offset(start), w.Offset(max(end-1, start))+1)
		}}
		if t.why != "" && strings.Contains(w.Text, "$") || strings.Contains(w.Text, "{{") {
			out[i].Why = t.why
		}
	}
	return out
}

// value is the text as a value; what says what it is in a reader's words.
func (t text) value(what string) queue.Value[string] {
	origin := &queue.Origin{Via: queue.ViaConfig, Span: t.node.Span, Text: what, From: t.origin}
	if t.why != "" {
		return queue.NotKnown[string](t.why, origin)
	}
	return queue.Is(t.string, origin)
}

// list is a scalar's words, or a sequence's items as words: the two forms of command and entrypoint.
func list(n *yaml.Node, read func(*yaml.Node) text) []Word {
	switch {
	case n.Is(yaml.Scalar):
		return read(n).words()
	case n.Is(yaml.Sequence):
		var out []Word
		for _, item := range n.Items {
			out = append(out, read(item).word())
		}
		return out
	}
	return nil
}
