package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// leaves says whether a loop ends after its body did, and how the loop itself then ends.
func leaves(x exit) (leave bool, out exit) {
	switch x.flow {
	case ends:
		return true, x
	case breaks, continues:
		if x.levels > 1 {
			return true, exit{x.flow, x.levels - 1}
		}
		return x.flow == breaks, next
	}
	return false, next
}

// stray ends a loop of which nothing tells how often it runs.
func (f *frame) stray(loop php.Stmt, why string) exit {
	f.unfollowed(loop, why)
	if jumpsOut(loop) {
		return exit{flow: strays}
	}
	return next
}

// jumpsOut says that a loop holds a break or continue of several levels.
func jumpsOut(loop php.Stmt) bool {
	found := false
	php.Walk(loop, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Break:
			found = found || levels(n.Levels) > 1
		case *php.Continue:
			found = found || levels(n.Levels) > 1
		case *php.Closure, *php.ArrowFn, *php.Function, *php.Class:
			return false
		}
		return !found
	})
	return found
}

const undecidedLoop = "nothing decides how the loop runs"

func (f *frame) foreach(s *php.Foreach) exit {
	subject := f.expr(s.X)
	switch {
	case subject.throws:
		return exit{flow: ends}
	case s.ByRef:
		f.share(s.Value)
		f.share(s.X)
		return f.stray(s, "a loop by reference")
	case subject.Kind == Null || subject.Kind != Array && scalar(subject):
		return next // PHP warns
	case subject.Kind != Array:
		return f.stray(s, "what the loop runs over is not known: "+f.excerpt(s.X))
	case !subject.Array.whole():
		return f.stray(s, "what the loop runs over is not known whole: "+subject.Array.Open)
	}
	for _, e := range subject.Array.Entries {
		f.store(s.Value, e.Value)
		if s.Key != nil {
			f.store(s.Key, e.Key.value().WithOrigin(subject.Origin))
		}
		x := f.stmt(s.Body)
		if x.flow == strays {
			return f.stray(s, undecidedLoop)
		}
		if leave, out := leaves(x); leave {
			return out
		}
	}
	return next
}

func (f *frame) forLoop(s *php.For) exit {
	for _, e := range s.Init {
		f.expr(e)
	}
	var cond php.Expr = &php.ConstFetch{Name: php.Name{Text: "true"}}
	if n := len(s.Cond); n > 0 {
		cond = s.Cond[n-1]
		if n > 1 {
			return f.stray(s, undecidedLoop)
		}
	}
	return f.loop(s, cond, s.Post, s.Body, true)
}

// loop runs a body while a condition holds; test says that it is asked before the first time. The bound on steps ends it at last.
func (f *frame) loop(loop php.Stmt, cond php.Expr, post []php.Expr, body php.Stmt, test bool) exit {
	for ; ; test = true {
		f.work(0)
		if test {
			v := f.expr(cond)
			is, ok := toBool(v)
			switch {
			case v.throws:
				return exit{flow: ends}
			case !ok:
				return f.stray(loop, undecidedLoop)
			case !is:
				return next
			}
		}
		x := f.stmt(body)
		if x.flow == strays {
			return f.stray(loop, undecidedLoop)
		}
		if leave, out := leaves(x); leave {
			return out
		}
		for _, e := range post {
			f.expr(e)
		}
	}
}

// switchStmt runs from the first case that fits; where nothing decides which one does, it follows all that may.
func (f *frame) switchStmt(s *php.Switch) exit {
	subject := f.expr(s.X)
	if subject.throws {
		return exit{flow: ends}
	}
	var ways []func() exit
	from := func(i int) func() exit { return func() exit { return f.cases(s, i) } }
	fallback := -1
	for i := range s.Cases {
		if s.Cases[i].Value == nil {
			fallback = i
			continue
		}
		against := f.expr(s.Cases[i].Value)
		is := f.looselyEqual(f.again(s.X, subject), against)
		if is != no {
			ways = append(ways, from(i))
		}
		if is == yes {
			return f.either(ways)
		}
	}
	if fallback >= 0 {
		return f.either(append(ways, from(fallback)))
	}
	return f.either(append(ways, func() exit { return next }))
}

func (f *frame) cases(s *php.Switch, from int) exit {
	for i := from; i < len(s.Cases); i++ {
		x := f.block(s.Cases[i].Stmts)
		switch x.flow {
		case goesOn:
			continue
		case strays:
			return f.stray(s, undecidedLoop)
		}
		_, out := leaves(x) // a continue acts like a break here
		return out
	}
	return next
}
