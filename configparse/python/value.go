package python

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// evaluator gives the values of expressions of one module.
type evaluator struct {
	file *File
	env  Environment
	// open are the names that are being looked up, against circles.
	open []string
	work int
}

// maxWork bounds the pieces of one value.
const maxWork = 10_000

func (e *evaluator) unknown(x expression, why string) *document.Node {
	n := &document.Node{Kind: document.Scalar, Why: why}
	if len(x) > 0 {
		n.Span = e.file.span(x)
	}
	return n
}

// value evaluates sums, products and what they are made of. Anything else is not known.
func (e *evaluator) value(x expression, depth int) *document.Node {
	if e.work++; depth > maxDepth || e.work > maxWork {
		return e.unknown(x, "the expression is too large")
	}
	if len(x) == 0 {
		return e.unknown(x, "it adds to what is there")
	}
	for _, signs := range []string{"+-", "*"} {
		if i := lastOperator(x, signs); i > 0 {
			return e.arithmetic(x, i, depth)
		}
	}
	return e.single(x, depth)
}

// lastOperator is the last of some operators outside of brackets that has something to its left, -1 where there is none.
func lastOperator(x expression, signs string) int {
	found := -1
	for i := 0; i < len(x); i++ {
		switch {
		case x[i].kind != sign:
		case strings.ContainsAny(x[i].text, "([{"):
			i = closing(x, i)
		case len(x[i].text) == 1 && strings.Contains(signs, x[i].text) && i > 0 && (x[i-1].kind != sign || strings.ContainsAny(x[i-1].text, ")]}")):
			found = i
		}
	}
	return found
}

// arithmetic computes with whole numbers, and joins texts.
func (e *evaluator) arithmetic(x expression, at, depth int) *document.Node {
	l, r := e.value(x[:at], depth+1), e.value(x[at+1:], depth+1)
	out := &document.Node{Kind: document.Scalar, Span: e.file.span(x), Origin: either(l.Origin, r.Origin)}
	if l.Why != "" || r.Why != "" {
		out.Why = l.Why + r.Why
		return out
	}
	a, aok := new(big.Rat).SetString(l.Text)
	b, bok := new(big.Rat).SetString(r.Text)
	switch {
	case !aok || !bok || l.Kind != document.Scalar || r.Kind != document.Scalar || l.Quoted || r.Quoted || a.Num().BitLen()+b.Num().BitLen() > 128:
		out.Why = "it is no sum of numbers"
		return out
	case x[at].text == "*":
		a.Mul(a, b)
	case x[at].text == "-":
		a.Sub(a, b)
	default:
		a.Add(a, b)
	}
	out.Text = a.RatString()
	if !a.IsInt() {
		f, _ := a.Float64()
		out.Text = strconv.FormatFloat(f, 'f', -1, 64)
	}
	return out
}

func either(a, b *queue.Origin) *queue.Origin {
	if a != nil {
		return a
	}
	return b
}

// single evaluates an expression without operators.
func (e *evaluator) single(x expression, depth int) *document.Node {
	first, at := x[0], e.file.span(x)
	switch {
	case len(x) == 1 && first.kind == number:
		return e.number(x)
	case first.kind == text && all(x, text):
		n := &document.Node{Kind: document.Scalar, Quoted: true, Span: at}
		for _, t := range x {
			n.Text += t.text
		}
		return n
	case isSign(first, "(") && closing(x, 0) == len(x)-1:
		if len(split(x[1:len(x)-1])) == 1 && !isSign(x[len(x)-2], ",") {
			return e.value(x[1:len(x)-1], depth+1)
		}
		return e.sequence(x, depth)
	case isSign(first, "[") && closing(x, 0) == len(x)-1:
		return e.sequence(x, depth)
	case isSign(first, "{") && closing(x, 0) == len(x)-1:
		return e.mapping(x, depth)
	case first.kind == word:
		name, n := dotted(x)
		switch {
		case n == len(x):
			return e.name(x, name, depth)
		case isSign(x[n], "(") && closing(x, n) == len(x)-1:
			return e.call(x, name, split(x[n+1:len(x)-1]), depth)
		case isSign(x[n], "(") && isMethod(x, closing(x, n), "total_seconds"):
			return e.call(x, name, split(x[n+1:closing(x, n)]), depth)
		case isSign(x[n], "[") && name == "os.environ" && closing(x, n) == len(x)-1:
			return e.unknown(x, "the environment gives it")
		}
	}
	return e.unknown(x, "the expression "+short(at)+" is not followed")
}

// isMethod says that an expression goes on after a bracket with a call without arguments, and ends there.
func isMethod(x expression, end int, name string) bool {
	rest := x[min(end+1, len(x)):]
	return len(rest) == 4 && isSign(rest[0], ".") && rest[1].text == name && isSign(rest[2], "(")
}

func all(x expression, k kind) bool {
	for _, t := range x {
		if t.kind != k {
			return false
		}
	}
	return true
}

func short(at source.Span) string {
	s := strings.Join(strings.Fields(at.Text()), " ")
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func (e *evaluator) number(x expression) *document.Node {
	digits := strings.ReplaceAll(x[0].text, "_", "")
	n := &document.Node{Kind: document.Scalar, Text: digits, Span: e.file.span(x)}
	if i, err := strconv.ParseInt(digits, 0, 64); err == nil {
		n.Text = strconv.FormatInt(i, 10)
	} else if _, err := strconv.ParseFloat(digits, 64); err != nil {
		n.Why = "the number " + x[0].text + " is not read"
	}
	return n
}

func (e *evaluator) sequence(x expression, depth int) *document.Node {
	out := &document.Node{Kind: document.Sequence, Span: e.file.span(x)}
	for _, item := range split(x[1 : len(x)-1]) {
		out.Items = append(out.Items, e.value(item, depth+1))
	}
	return out
}

// mapping evaluates a dictionary. A set, and a dictionary with something unpacked into it, is not known.
func (e *evaluator) mapping(x expression, depth int) *document.Node {
	out := &document.Node{Kind: document.Mapping, Span: e.file.span(x)}
	for _, item := range split(x[1 : len(x)-1]) {
		i := indexOf(item, ":")
		if i < 1 || i == len(item)-1 {
			return e.unknown(x, "the dictionary is not known as a whole")
		}
		key := e.value(item[:i], depth+1)
		if key.Why != "" {
			return e.unknown(x, "a key of the dictionary is not known")
		}
		out.Entries = append(out.Entries, &document.Entry{Key: key.Text, Span: key.Span, Value: e.value(item[i+1:], depth+1)})
	}
	return out
}

// name is what a name of the module stands for.
func (e *evaluator) name(x expression, name string, depth int) *document.Node {
	at := e.file.span(x)
	switch name {
	case "None":
		return &document.Node{Kind: document.Null, Span: at}
	case "True", "False":
		return &document.Node{Kind: document.Scalar, Text: strings.ToLower(name), Span: at}
	}
	a := e.file.Assigned(name)
	if a == nil || a.Nested {
		return e.unknown(x, "nothing in the module says what "+name+" is")
	}
	for _, open := range e.open {
		if open == name {
			return e.unknown(x, name+" refers to itself")
		}
	}
	e.open = append(e.open, name)
	defer func() { e.open = e.open[:len(e.open)-1] }()
	n := *e.value(a.value, depth+1)
	if n.Kind == document.Scalar && n.Why == "" {
		n.Origin = &queue.Origin{Via: queue.ViaConfig, Span: n.Span, Text: name, From: n.Origin}
		n.Span = at
	}
	return &n
}
