package queueable

import "github.com/qlint-dev/qlint/configparse/php"

// transactionState says whether a transaction is open between two statements of a function.
type transactionState struct {
	depth   int // transactions within each other
	unsure  bool
	opening opening
}

// transactionFlow follows beginTransaction(), commit() and rollBack() through the statements of one function. Where the ways to a
// statement differ it is not known whether a transaction is open there.
type transactionFlow struct {
	code    *Code
	scope   *scope
	regions []openRegion
	commits bool
	dry     bool // a first pass over a loop's body: nothing is noted
	depth   int
}

// maxFlow bounds statements within each other.
const maxFlow = 40

// block follows statements; ended says that no way reaches their end.
func (f *transactionFlow) block(list []php.Stmt, s transactionState) (after transactionState, ended bool) {
	for _, stmt := range list {
		if s, ended = f.stmt(stmt, s); ended {
			return s, true
		}
	}
	return s, false
}

func (f *transactionFlow) stmt(stmt php.Stmt, s transactionState) (after transactionState, ended bool) {
	if f.depth++; f.depth > maxFlow {
		f.depth--
		return transactionState{unsure: true}, false
	}
	defer func() { f.depth-- }()
	switch stmt := stmt.(type) {
	case *php.Block:
		return f.block(stmt.Stmts, s)
	case *php.If:
		return f.branches(stmt, s)
	case *php.Try:
		return f.try(stmt, s)
	case *php.While:
		return f.loop(stmt.Body, f.expr(stmt.Cond, s)), false
	case *php.DoWhile:
		return f.loop(stmt.Body, s), false
	case *php.For:
		return f.loop(stmt.Body, s), false
	case *php.Foreach:
		return f.loop(stmt.Body, f.expr(stmt.X, s)), false
	case *php.Switch:
		return f.cases(stmt, s), false
	case *php.Return:
		if stmt.X != nil {
			f.expr(stmt.X, s)
		}
		return s, true
	case *php.Break, *php.Continue, *php.Goto:
		return s, true
	case *php.ExprStmt:
		s = f.expr(stmt.X, s)
		switch stmt.X.(type) {
		case *php.Throw, *php.Exit:
			return s, true
		}
		return s, false
	case *php.Echo:
		for _, e := range stmt.Exprs {
			s = f.expr(e, s)
		}
	}
	return s, false
}

// expr follows an expression: a call that opens or closes a transaction as a whole statement, or anything else, which stands where it is.
func (f *transactionFlow) expr(e php.Expr, s transactionState) transactionState {
	if e == nil {
		return s
	}
	if method, on := f.code.databaseCall(e, f.scope); method != "" {
		switch method {
		case "begintransaction":
			if s.depth == 0 || s.unsure {
				s = transactionState{opening: opening{at: e, in: f.scope, on: on}}
			}
			s.depth++
			return s
		case "commit":
			f.commits = true
			s.depth = max(s.depth-1, 0)
			s.unsure = s.unsure && s.depth > 0
			return s
		case "rollback":
			return transactionState{}
		}
	}
	f.note(e, s)
	php.Walk(e, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Closure, *php.ArrowFn, *php.Class:
			return false
		case *php.StaticCall, *php.MethodCall:
			switch method, _ := f.code.databaseCall(n.(php.Expr), f.scope); method {
			case "begintransaction", "commit", "rollback":
				s = transactionState{unsure: true}
			}
		}
		return true
	})
	return s
}

func (f *transactionFlow) note(e php.Expr, s transactionState) {
	if f.dry || s.unsure || s.depth == 0 {
		return
	}
	start, end := e.Span()
	f.regions = append(f.regions, openRegion{start, end, s.opening})
}

// joined is the state where two ways meet.
func joined(a, b transactionState) transactionState {
	if a.unsure || b.unsure || a.depth != b.depth {
		return transactionState{unsure: true}
	}
	return a
}

// meeting collects the states of the ways that reach one point.
type meeting struct {
	state transactionState
	any   bool
}

func (m *meeting) add(s transactionState, ended bool) {
	switch {
	case ended:
	case m.any:
		m.state = joined(m.state, s)
	default:
		m.state, m.any = s, true
	}
}

func (f *transactionFlow) branches(stmt *php.If, s transactionState) (transactionState, bool) {
	var m meeting
	s = f.expr(stmt.Cond, s)
	m.add(f.stmt(stmt.Then, s))
	for i := range stmt.ElseIfs {
		s = f.expr(stmt.ElseIfs[i].Cond, s)
		m.add(f.stmt(stmt.ElseIfs[i].Body, s))
	}
	if stmt.Else != nil {
		m.add(f.stmt(stmt.Else, s))
	} else {
		m.add(s, false)
	}
	return m.state, !m.any
}

// try follows a body; what was done of it when one of its catches runs is not known.
func (f *transactionFlow) try(stmt *php.Try, s transactionState) (transactionState, bool) {
	var m meeting
	m.add(f.block(stmt.Body.Stmts, s))
	for i := range stmt.Catches {
		m.add(f.block(stmt.Catches[i].Body.Stmts, transactionState{unsure: true}))
	}
	if stmt.Finally != nil {
		f.block(stmt.Finally.Stmts, transactionState{unsure: true})
	}
	return m.state, !m.any
}

// loop follows a body that may run any number of times.
func (f *transactionFlow) loop(body php.Stmt, s transactionState) transactionState {
	dry := f.dry
	f.dry = true
	after, ended := f.stmt(body, s)
	f.dry = dry
	if !ended {
		s = joined(s, after)
	}
	if !dry {
		f.stmt(body, s)
	}
	return s
}

func (f *transactionFlow) cases(stmt *php.Switch, s transactionState) transactionState {
	s = f.expr(stmt.X, s)
	var m meeting
	m.add(s, false)
	for i := range stmt.Cases {
		after, _ := f.block(stmt.Cases[i].Stmts, s) // a break ends the case alone
		m.add(after, false)
	}
	return m.state
}
