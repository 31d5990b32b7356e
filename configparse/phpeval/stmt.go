package phpeval

import (
	"maps"

	"github.com/qlint-dev/qlint/configparse/php"
)

// flow is how a statement ends.
type flow uint8

const (
	flowNext flow = iota
	flowReturn
	flowBreak
	flowContinue
)

// block runs statements until one leaves.
func (f *frame) block(stmts []php.Stmt) (flow, Value) {
	for _, s := range stmts {
		if state, v := f.stmt(s); state != flowNext {
			return state, v
		}
	}
	return flowNext, Value{}
}

func (f *frame) stmt(s php.Stmt) (flow, Value) {
	if !f.step() {
		return flowReturn, unknown("evaluation was cut off: too many steps", nil)
	}
	switch s := s.(type) {
	case nil, *php.Nop, *php.Use, *php.Function, *php.Class, *php.Echo, *php.InlineHTML, *php.Label, *php.HaltCompiler:
	case *php.ExprStmt:
		v := f.expr(s.X)
		if ends(s.X) {
			return flowReturn, v
		}
	case *php.Return:
		return flowReturn, f.expr(s.X)
	case *php.Block:
		return f.block(s.Stmts)
	case *php.Namespace:
		return f.block(s.Stmts)
	case *php.Declare:
		return f.stmt(s.Body)
	case *php.If:
		return f.ifStmt(s)
	case *php.Foreach:
		return f.foreach(s)
	case *php.For:
		return f.forLoop(s)
	case *php.While:
		return f.loop(s.Cond, nil, s.Body, true)
	case *php.DoWhile:
		return f.loop(s.Cond, nil, s.Body, false)
	case *php.Switch:
		return f.switchStmt(s)
	case *php.Break:
		return flowBreak, Value{Int: levels(s.Levels)}
	case *php.Continue:
		return flowContinue, Value{Int: levels(s.Levels)}
	default:
		return f.otherStmt(s)
	}
	return flowNext, Value{}
}

// otherStmt handles statements whose effect is seldom followed.
func (f *frame) otherStmt(s php.Stmt) (flow, Value) {
	switch s := s.(type) {
	case *php.Unset:
		for _, x := range s.Vars {
			f.unset(x)
		}
	case *php.Const:
		// Constants of a file are found when they are asked for.
	case *php.Try:
		// Nothing that is evaluated throws: what could is Unknown.
		return f.block(s.Body.Stmts)
	default:
		f.forget(s)
	}
	return flowNext, Value{}
}

// ends says that an expression statement never goes on.
func ends(e php.Expr) bool {
	switch e.(type) {
	case *php.Throw, *php.Exit:
		return true
	}
	return false
}

func levels(e php.Expr) int64 {
	if n, ok := e.(*php.Int); ok {
		return n.Value
	}
	return 1
}

func (f *frame) ifStmt(s *php.If) (flow, Value) {
	type branch struct {
		cond php.Expr
		body php.Stmt
	}
	branches := []branch{{s.Cond, s.Then}}
	for i := range s.ElseIfs {
		branches = append(branches, branch{s.ElseIfs[i].Cond, s.ElseIfs[i].Body})
	}
	var undecided []php.Stmt
	var rest php.Stmt = s.Else
	for _, b := range branches {
		cond := f.expr(b.cond)
		is, ok := toBool(cond)
		if ok && !is {
			continue
		}
		if ok {
			rest = b.body
			break
		}
		undecided = append(undecided, b.body)
	}
	if len(undecided) == 0 {
		return f.stmt(rest)
	}
	return f.fork(append(undecided, rest))
}

// fork runs alternatives of which one is taken, and joins what they leave behind.
func (f *frame) fork(alternatives []php.Stmt) (flow, Value) {
	before := f.Vars
	var after []map[string]Value
	for _, s := range alternatives {
		f.Vars = maps.Clone(before)
		state, v := f.stmt(s)
		switch state {
		case flowReturn:
			if e, ok := s.(*php.Block); ok && throws(e) {
				continue // an abort is no value
			}
			f.returns = append(f.returns, v)
		case flowNext:
			after = append(after, f.Vars)
		default:
			f.Vars = before
			f.lost = "a loop is left under a condition that is not decided"
			return flowNext, Value{}
		}
	}
	if len(after) == 0 {
		f.Vars = before
		if n := len(f.returns); n > 0 {
			last := f.returns[n-1]
			f.returns = f.returns[:n-1]
			return flowReturn, last
		}
		return flowReturn, unknown("every way ends in an exception", nil)
	}
	f.Vars = join(after)
	return flowNext, Value{}
}

// throws says that a block's last statement is a throw or exit.
func throws(b *php.Block) bool {
	if len(b.Stmts) == 0 {
		return false
	}
	s, ok := b.Stmts[len(b.Stmts)-1].(*php.ExprStmt)
	return ok && ends(s.X)
}

// join merges the variables of several ways: those that differ are one of several values.
func join(ways []map[string]Value) map[string]Value {
	out := maps.Clone(ways[0])
	for _, way := range ways[1:] {
		for name, v := range way {
			have, ok := out[name]
			if !ok {
				have = Value{Kind: Null}
			}
			out[name] = oneOf(have, v)
		}
		for name, v := range out {
			if _, ok := way[name]; !ok {
				out[name] = oneOf(v, Value{Kind: Null})
			}
		}
	}
	return out
}

func (f *frame) foreach(s *php.Foreach) (flow, Value) {
	subject := f.expr(s.X)
	if subject.Kind != Array || subject.Array.Open != "" || s.ByRef {
		why := "what the loop runs over is not known"
		if s.ByRef {
			why = "a loop by reference"
		}
		f.forgetBecause(s, why)
		return flowNext, Value{}
	}
	for _, e := range subject.Array.Entries {
		if s.Key != nil {
			f.store(s.Key, keyValue(e.Key))
		}
		f.store(s.Value, e.Value)
		state, v := f.stmt(s.Body)
		if leave, state, v := loopFlow(state, v); leave {
			return state, v
		}
	}
	return flowNext, Value{}
}

// loopFlow says whether a loop ends after its body did, and how it then ends itself.
func loopFlow(state flow, v Value) (leave bool, out flow, value Value) {
	switch state {
	case flowReturn:
		return true, state, v
	case flowBreak, flowContinue:
		if v.Int > 1 {
			return true, state, Value{Int: v.Int - 1}
		}
		return state == flowBreak, flowNext, Value{}
	}
	return false, flowNext, Value{}
}

func (f *frame) forLoop(s *php.For) (flow, Value) {
	for _, e := range s.Init {
		f.expr(e)
	}
	var cond php.Expr
	for i, e := range s.Cond {
		if i < len(s.Cond)-1 {
			f.expr(e)
		}
		cond = e
	}
	return f.loop(cond, s.Post, s.Body, true)
}

// loop runs a body while a condition holds. The step bound ends it at last.
func (f *frame) loop(cond php.Expr, post []php.Expr, body php.Stmt, test bool) (flow, Value) {
	for f.step() {
		if test && cond != nil {
			is, ok := toBool(f.expr(cond))
			if !ok {
				f.forgetBecause(body, "a loop's condition is not decided")
				return flowNext, Value{}
			}
			if !is {
				return flowNext, Value{}
			}
		}
		test = true
		state, v := f.stmt(body)
		if leave, state, v := loopFlow(state, v); leave {
			return state, v
		}
		for _, e := range post {
			f.expr(e)
		}
	}
	return flowReturn, unknown("evaluation was cut off: too many steps", nil)
}

func (f *frame) switchStmt(s *php.Switch) (flow, Value) {
	subject := f.expr(s.X)
	start := -1
	for i := range s.Cases {
		if s.Cases[i].Value == nil {
			continue
		}
		switch looselyEqual(subject, f.expr(s.Cases[i].Value)) {
		case yes:
			start = i
		case undecided:
			f.forgetBecause(s, "the switch is not decided")
			if returnsWithin(s) {
				return flowReturn, unknown("the switch is not decided", subject.Origin)
			}
			return flowNext, Value{}
		}
		if start >= 0 {
			break
		}
	}
	for i := range s.Cases {
		if start < 0 && s.Cases[i].Value == nil {
			start = i
		}
	}
	for i := max(start, 0); start >= 0 && i < len(s.Cases); i++ {
		state, v := f.block(s.Cases[i].Stmts)
		if leave, state, v := loopFlow(state, v); leave || state == flowContinue {
			return state, v
		}
		if state == flowContinue {
			break
		}
	}
	return flowNext, Value{}
}

func returnsWithin(n php.Node) bool {
	found := false
	php.Walk(n, func(n php.Node) bool {
		switch n.(type) {
		case *php.Return:
			found = true
		case *php.Closure, *php.ArrowFn, *php.Function, *php.Class:
			return false
		}
		return !found
	})
	return found
}
