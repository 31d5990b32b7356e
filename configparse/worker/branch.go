package worker

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/queue"
)

// branches decides which ways through a script are taken where its conditions compare variables that are known.
type branches struct {
	// given are the variables that the script is started with, as far as they are known.
	given func(name string) (string, bool)
	// assigned are the script's own variables: the words of those that it sets once, nil for those that it sets otherwise.
	assigned map[string]*syntax.Word
	// open says that the script takes variables from elsewhere: none is known.
	open bool
}

// maxReferences bounds variables that are set from variables.
const maxReferences = 8

// branchesOf reads what a script does to its variables.
func branchesOf(file *syntax.File, given func(string) (string, bool)) *branches {
	b := &branches{given: given, assigned: map[string]*syntax.Word{}}
	if given == nil {
		b.open = true
		return b
	}
	set := func(name string, value *syntax.Word) {
		if _, again := b.assigned[name]; again {
			value = nil
		}
		b.assigned[name] = value
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			b.open = b.open || n.Name == nil // export $(…)
			if n.Name != nil && n.Append {
				set(n.Name.Value, nil)
			} else if n.Name != nil && !n.Naked {
				set(n.Name.Value, n.Value)
			}
		case *syntax.WordIter:
			if n.Name != nil {
				set(n.Name.Value, nil)
			}
		case *syntax.ParamExp:
			if n.Param != nil && n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				set(n.Param.Value, nil)
			}
		case *syntax.CallExpr:
			if len(n.Args) > 0 {
				switch n.Args[0].Lit() {
				case ".", "source", "eval", "read", "set", "unset", "getopts":
					b.open = b.open || n.Args[0].Lit() != "set" || len(n.Args) > 1 && !strings.HasPrefix(n.Args[1].Lit(), "-")
				}
			}
		}
		return true
	})
	return b
}

// text is what a word of the script stands for.
func (b *branches) text(w *syntax.Word, depth int) (string, bool) {
	if w == nil || b.open || depth > maxReferences {
		return "", false
	}
	return b.parts(w.Parts, depth)
}

func (b *branches) parts(parts []syntax.WordPart, depth int) (string, bool) {
	var out strings.Builder
	for _, part := range parts {
		text, ok := "", false
		switch part := part.(type) {
		case *syntax.Lit:
			text, ok = part.Value, !strings.Contains(part.Value, `\`)
		case *syntax.SglQuoted:
			text, ok = part.Value, !part.Dollar
		case *syntax.DblQuoted:
			text, ok = b.parts(part.Parts, depth)
		case *syntax.ParamExp:
			text, ok = b.parameter(part, depth)
		}
		if !ok {
			return "", false
		}
		out.WriteString(text)
	}
	return out.String(), true
}

// parameter is $x, ${x} or ${x:-default}.
func (b *branches) parameter(p *syntax.ParamExp, depth int) (string, bool) {
	if p.Param == nil || p.Excl || p.Length || p.Width || p.Index != nil || p.Slice != nil || p.Repl != nil {
		return "", false
	}
	text, ok := b.variable(p.Param.Value, depth)
	switch {
	case !ok || p.Exp == nil:
		return text, ok
	case p.Exp.Op == syntax.DefaultUnsetOrNull && text == "":
		return b.text(p.Exp.Word, depth+1)
	case p.Exp.Op == syntax.DefaultUnsetOrNull || p.Exp.Op == syntax.DefaultUnset:
		return text, true
	}
	return "", false
}

func (b *branches) variable(name string, depth int) (string, bool) {
	if value, own := b.assigned[name]; own {
		return b.text(value, depth+1)
	}
	return b.given(name)
}

// holds says whether a list of commands, as a condition, is true.
func (b *branches) holds(list []*syntax.Stmt) queue.Verdict {
	if len(list) != 1 || b.open {
		return queue.Maybe
	}
	return b.stmt(list[0], 0)
}

func (b *branches) stmt(s *syntax.Stmt, depth int) queue.Verdict {
	v := queue.Maybe
	if s.Background || depth > maxReferences {
		return v
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		v = b.test(cmd.Args)
	case *syntax.TestClause:
		v = b.expression(cmd.X, depth)
	case *syntax.BinaryCmd:
		x, y := b.stmt(cmd.X, depth+1), b.stmt(cmd.Y, depth+1)
		switch cmd.Op {
		case syntax.AndStmt:
			v = both(x, y)
		case syntax.OrStmt:
			v = not(both(not(x), not(y)))
		}
	}
	if s.Negated {
		return not(v)
	}
	return v
}

// test reads [ a = b ], [ -n a ] and the like.
func (b *branches) test(args []*syntax.Word) queue.Verdict {
	if len(args) < 3 {
		return queue.Maybe
	}
	name := args[0].Lit()
	if args = args[1:]; name == "[" && args[len(args)-1].Lit() == "]" {
		args = args[:len(args)-1]
	} else if name != "test" {
		return queue.Maybe
	}
	if len(args) > 1 && args[0].Lit() == "!" {
		return not(b.operator(args[1:]))
	}
	return b.operator(args)
}

func (b *branches) operator(args []*syntax.Word) queue.Verdict {
	switch len(args) {
	case 2:
		text, ok := b.text(args[1], 0)
		return empty(args[0].Lit(), text, ok)
	case 3:
		x, known := b.text(args[0], 0)
		y, ok := b.text(args[2], 0)
		return equal(args[1].Lit(), x, y, known && ok)
	}
	return queue.Maybe
}

// expression reads what stands in [[ ]].
func (b *branches) expression(x syntax.TestExpr, depth int) queue.Verdict {
	if depth > maxReferences {
		return queue.Maybe
	}
	switch x := x.(type) {
	case *syntax.ParenTest:
		return b.expression(x.X, depth+1)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return not(b.expression(x.X, depth+1))
		}
		if word, ok := x.X.(*syntax.Word); ok {
			text, known := b.text(word, 0)
			return empty(x.Op.String(), text, known)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return both(b.expression(x.X, depth+1), b.expression(x.Y, depth+1))
		case syntax.OrTest:
			return not(both(not(b.expression(x.X, depth+1)), not(b.expression(x.Y, depth+1))))
		}
		left, one := x.X.(*syntax.Word)
		right, two := x.Y.(*syntax.Word)
		if !one || !two {
			return queue.Maybe
		}
		a, known := b.text(left, 0)
		c, ok := b.text(right, 0)
		return equal(x.Op.String(), a, c, known && ok && !strings.ContainsAny(c, "*?["))
	}
	return queue.Maybe
}

// taken is the item of a case that is run: -1 for none, known only where every pattern up to it is.
func (b *branches) taken(cmd *syntax.CaseClause) (item int, known bool) {
	text, ok := b.text(cmd.Word, 0)
	if !ok {
		return 0, false
	}
	for i, item := range cmd.Items {
		if item.Op != syntax.Break {
			return 0, false // it runs into the next
		}
		for _, p := range item.Patterns {
			pattern, ok := b.text(p, 0)
			if !ok {
				return 0, false
			}
			if matched, err := path.Match(pattern, text); err != nil || strings.Contains(text, "/") && strings.ContainsAny(pattern, "*?[") {
				return 0, false
			} else if matched {
				return i, true
			}
		}
	}
	return -1, true
}

func empty(operator, text string, known bool) queue.Verdict {
	switch {
	case !known:
		return queue.Maybe
	case operator == "-z":
		return verdict(text == "")
	case operator == "-n":
		return verdict(text != "")
	}
	return queue.Maybe
}

func equal(operator, x, y string, known bool) queue.Verdict {
	switch {
	case !known:
		return queue.Maybe
	case operator == "=" || operator == "==":
		return verdict(x == y)
	case operator == "!=":
		return verdict(x != y)
	}
	return queue.Maybe
}

func verdict(b bool) queue.Verdict {
	if b {
		return queue.Yes
	}
	return queue.No
}

func not(v queue.Verdict) queue.Verdict {
	switch v {
	case queue.Yes:
		return queue.No
	case queue.No:
		return queue.Yes
	}
	return v
}

func both(x, y queue.Verdict) queue.Verdict {
	switch {
	case x == queue.No || y == queue.No:
		return queue.No
	case x == queue.Yes && y == queue.Yes:
		return queue.Yes
	}
	return queue.Maybe
}
