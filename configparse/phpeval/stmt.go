package phpeval

import (
	"maps"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// flow is how a statement ends.
type flow uint8

const (
	// goesOn to the next statement.
	goesOn flow = iota
	// ends by a return, an exception or exit.
	ends
	// breaks and continues leave or restart a loop or switch.
	breaks
	continues
	// strays: some of the ways leave the loop and others do not.
	strays
)

// exit is a flow with the number of loops that a break or continue still has to leave.
type exit struct {
	flow   flow
	levels int64
}

var next = exit{}

func (f *frame) block(stmts []php.Stmt) exit {
	for _, s := range stmts {
		if x := f.stmt(s); x.flow != goesOn {
			return x
		}
	}
	return next
}

func (f *frame) stmt(s php.Stmt) exit {
	f.work(0)
	switch s := s.(type) {
	case *php.ExprStmt:
		if v := f.expr(s.X); v.throws {
			return exit{flow: ends}
		}
	case *php.Return:
		f.giveBack(f.expr(s.X))
		return exit{flow: ends}
	case *php.Block:
		return f.block(s.Stmts)
	case *php.Namespace:
		return f.block(s.Stmts)
	case *php.If:
		return f.ifStmt(s)
	case *php.Foreach:
		return f.foreach(s)
	case *php.For:
		return f.forLoop(s)
	case *php.While:
		return f.loop(s, s.Cond, nil, s.Body, true)
	case *php.DoWhile:
		return f.loop(s, s.Cond, nil, s.Body, false)
	case *php.Switch:
		return f.switchStmt(s)
	case *php.Break:
		return exit{breaks, levels(s.Levels)}
	case *php.Continue:
		return exit{continues, levels(s.Levels)}
	default:
		return f.otherStmt(s)
	}
	return next
}

// otherStmt runs statements that configuration seldom has.
func (f *frame) otherStmt(s php.Stmt) exit {
	switch s := s.(type) {
	case nil, *php.Nop, *php.Use, *php.Function, *php.Class, *php.Const, *php.InlineHTML, *php.Label:
	case *php.Echo:
		for _, x := range s.Exprs {
			f.expr(x)
		}
	case *php.Declare:
		if s.Body != nil {
			return f.stmt(s.Body)
		}
	case *php.Unset:
		for _, x := range s.Vars {
			f.unset(x)
		}
	case *php.Global:
		for _, x := range s.Vars {
			f.share(x)
			if _, ok := x.(*php.Var); !ok {
				f.lose("a variable variable is global")
			}
		}
	case *php.StaticVars:
		for i := range s.Vars {
			f.shareName(s.Vars[i].Name)
		}
	case *php.Try:
		return f.try(s)
	case *php.HaltCompiler:
		f.giveBack(integer(1))
		return exit{flow: ends}
	case *php.ErrorStmt:
		const why = "a part of the file could not be parsed"
		f.lose(why)
		if start, end := s.Span(); strings.Contains(f.unit.Tree.Text[start:end], "return") {
			f.giveBack(unknown(why, f.computed(s)))
		}
	default:
		f.lose("the code jumps")
		f.giveBack(unknown("the code jumps", f.computed(s)))
	}
	return next
}

// giveBack notes a return that may have been taken.
func (f *frame) giveBack(v Value) {
	f.returns = append(f.returns, v)
	if len(f.returns) > 4*MaxAlternatives {
		f.returns = []Value{Alternatives(f.returns...)}
	}
}

func levels(e php.Expr) int64 {
	if n, ok := e.(*php.Int); ok {
		return max(n.Value, 1)
	}
	return 1
}

func (f *frame) ifStmt(s *php.If) exit {
	type branch struct {
		cond php.Expr
		body php.Stmt
	}
	branches := []branch{{s.Cond, s.Then}}
	for i := range s.ElseIfs {
		branches = append(branches, branch{s.ElseIfs[i].Cond, s.ElseIfs[i].Body})
	}
	var ways []func() exit
	for _, b := range branches {
		cond := f.expr(b.cond)
		if cond.throws {
			return f.either(append(ways, func() exit { return exit{flow: ends} }))
		}
		is, ok := toBool(cond)
		if ok && !is {
			continue
		}
		ways = append(ways, func() exit { return f.stmt(b.body) })
		if ok {
			return f.either(ways)
		}
	}
	return f.either(append(ways, func() exit { return f.stmt(s.Else) }))
}

// either runs statements of which PHP runs one, each from the same variables, and joins what they leave behind.
func (f *frame) either(ways []func() exit) exit {
	if len(ways) == 1 {
		return ways[0]()
	}
	before := f.vars
	var left []map[string]Value
	var exits []exit
	for _, way := range ways {
		f.vars = maps.Clone(before)
		x := way()
		if x.flow != ends {
			left = append(left, f.vars)
			exits = append(exits, x)
		}
	}
	f.vars = before
	if len(left) == 0 {
		return exit{flow: ends}
	}
	f.vars = f.join(left)
	for _, x := range exits[1:] {
		if x != exits[0] {
			return exit{flow: strays}
		}
	}
	return exits[0]
}

// try follows the body, and each handler from what is known if the body was left anywhere.
func (f *frame) try(s *php.Try) exit {
	ways := []func() exit{func() exit { return f.block(s.Body.Stmts) }}
	for i := range s.Catches {
		c := &s.Catches[i]
		ways = append(ways, func() exit {
			targets(s.Body, f.w.byValue, func(e php.Expr) { f.drop(e, "an exception may come before it is assigned") })
			if c.Var != "" {
				f.vars[c.Var] = Value{Kind: Object}
			}
			return f.block(c.Body.Stmts)
		})
	}
	x := f.either(ways)
	if s.Finally == nil {
		return x
	}
	before := len(f.returns)
	if y := f.block(s.Finally.Stmts); y.flow != goesOn || len(f.returns) != before {
		f.giveBack(unknown("finally decides what is returned", nil))
		return y
	}
	return x
}
