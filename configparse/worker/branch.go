package worker

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/queue"
)

// maxConditions bounds conditions within conditions.
const maxConditions = 8

// holds says whether a list of commands, as a condition, is true.
func (v *variables) holds(list []*syntax.Stmt) queue.Verdict {
	if len(list) != 1 || v.open {
		return queue.Maybe
	}
	return v.stmt(list[0], 0)
}

func (v *variables) stmt(s *syntax.Stmt, depth int) queue.Verdict {
	out := queue.Maybe
	if s.Background || depth > maxConditions {
		return out
	}
	switch cmd := s.Cmd.(type) {
	case *syntax.CallExpr:
		out = v.test(cmd.Args)
	case *syntax.TestClause:
		out = v.expression(cmd.X, depth)
	case *syntax.BinaryCmd:
		x, y := v.stmt(cmd.X, depth+1), v.stmt(cmd.Y, depth+1)
		switch cmd.Op {
		case syntax.AndStmt:
			out = both(x, y)
		case syntax.OrStmt:
			out = not(both(not(x), not(y)))
		}
	}
	if s.Negated {
		return not(out)
	}
	return out
}

// test reads [ a = b ], [ -n a ] and the like.
func (v *variables) test(args []*syntax.Word) queue.Verdict {
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
		return not(v.operator(args[1:]))
	}
	return v.operator(args)
}

func (v *variables) operator(args []*syntax.Word) queue.Verdict {
	switch len(args) {
	case 2:
		text, ok := v.plain(args[1])
		return empty(args[0].Lit(), text, ok)
	case 3:
		x, known := v.plain(args[0])
		y, ok := v.plain(args[2])
		return equal(args[1].Lit(), x, y, known && ok)
	}
	return queue.Maybe
}

// expression reads what stands in [[ ]].
func (v *variables) expression(x syntax.TestExpr, depth int) queue.Verdict {
	if depth > maxConditions {
		return queue.Maybe
	}
	switch x := x.(type) {
	case *syntax.ParenTest:
		return v.expression(x.X, depth+1)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsNot {
			return not(v.expression(x.X, depth+1))
		}
		if word, ok := x.X.(*syntax.Word); ok {
			text, known := v.plain(word)
			return empty(x.Op.String(), text, known)
		}
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.AndTest:
			return both(v.expression(x.X, depth+1), v.expression(x.Y, depth+1))
		case syntax.OrTest:
			return not(both(not(v.expression(x.X, depth+1)), not(v.expression(x.Y, depth+1))))
		}
		left, one := x.X.(*syntax.Word)
		right, two := x.Y.(*syntax.Word)
		if !one || !two {
			return queue.Maybe
		}
		a, known := v.plain(left)
		c, ok := v.plain(right)
		return equal(x.Op.String(), a, c, known && ok && !strings.ContainsAny(c, "*?["))
	}
	return queue.Maybe
}

// taken is the item of a case that is run: -1 for none, known only where every pattern up to it is.
func (v *variables) taken(cmd *syntax.CaseClause) (item int, known bool) {
	text, ok := v.plain(cmd.Word)
	if !ok {
		return 0, false
	}
	for i, item := range cmd.Items {
		if item.Op != syntax.Break {
			return 0, false // it runs into the next
		}
		for _, p := range item.Patterns {
			pattern, ok := v.plain(p)
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
