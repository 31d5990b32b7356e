// Package txenqueue reports messages sent to a broker while a database transaction is open.
package txenqueue

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG501",
	Slug:     "txenqueue",
	Severity: diag.Warning,
	Summary:  "job enqueued or message published inside an open database transaction",
	Why: `The broker takes no part in the transaction. A worker may run the job before the commit, and not find the row; and when the transaction is rolled back the job
runs all the same. river's Insert and gue's Enqueue without Tx behave so too, on the very same database (measured: the job ran before the
commit, and survived the rollback).

Speaks between Begin and Commit of one function, in functions given to Transaction, RunInTx or BeginFunc or to a function that runs them so, and in functions that write through a transaction they
are given; and of an enqueue behind the commit whose error is dropped. Silent for the Tx variants of river, gue, goqite and backlite, and for publishers whose type does not tell where they publish to.`,
	Fix: "Enqueue after the commit; or write the message into an outbox table in the same transaction; or use the library's Tx variant.",
	Bad: `-- a.go --
package a

import (
	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

type Order struct{ ID uint }

func create(db *gorm.DB, c *asynq.Client, o *Order) error {
	return db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(o).Error; err != nil {
			return err
		}
		_, err := c.Enqueue(asynq.NewTask("order", nil)) // want "QG501"
		return err
	})
}
`,
	Good: `-- a.go --
package a

import (
	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

type Order struct{ ID uint }

func create(db *gorm.DB, c *asynq.Client, o *Order) error {
	err := db.Transaction(func(tx *gorm.DB) error {
		return tx.Create(o).Error
	})
	if err != nil {
		return err
	}
	_, err = c.Enqueue(asynq.NewTask("order", nil))
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*callbacks)(nil))
}

func run(p *finding.Pass) {
	inside := runInTransaction(p)
	for _, fn := range p.Source.Funcs() {
		sites := publishing(p, fn)
		if len(sites) == 0 {
			continue
		}
		begins := begun(fn)
		handles := slices.ContainsFunc(p.Jobs.Handlers(), func(h *jobs.Handler) bool { return h.Fn == fn })
		_, whole := effects.InTransaction(fn)
		if !whole {
			whole = inside[fn] || through(p, fn)
		}
		for _, site := range sites {
			if !handles && dropped(p, site, begins) { // a handler's errors are another rule's
				continue
			}
			if whole || between(site.Call, begins) {
				e := site.HasKind(effects.Publish)
				p.AtCall(diag.Warning, site.Call, "%s inside an open database transaction: the job may run before the commit, and runs after a rollback too", e.What)
			}
		}
	}
}

// publishing gives a function's calls that hand a message to a broker.
func publishing(p *finding.Pass, fn *ssa.Function) []*effects.Site {
	var out []*effects.Site
	for _, s := range p.Effects.Sites(fn) {
		if s.HasKind(effects.Publish) == nil || s.Spawned() || s.Deferred() || runsLiteral(fn, s) {
			continue
		}
		out = append(out, s)
	}
	return out
}

// runsLiteral tells a call that publishes only through a literal it is given: said inside the literal, if that runs in a transaction.
func runsLiteral(fn *ssa.Function, s *effects.Site) bool {
	if s.Own {
		return false
	}
	for _, v := range s.Call.Common().Args {
		switch v := flow.Origin(v).(type) {
		case *ssa.MakeClosure:
			return v.Fn.(*ssa.Function).Parent() == fn
		case *ssa.Function:
			return v.Parent() == fn
		}
	}
	return false
}

// transaction is a Begin with the Commits of what it gave.
type transaction struct {
	begin   ssa.CallInstruction
	commits []ssa.CallInstruction
}

// begun gives the transactions that a function begins and commits itself.
func begun(fn *ssa.Function) []transaction {
	var out []transaction
	byRoot := map[ssa.Value]int{}
	var commits []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := flow.Callee(call.Common())
			switch {
			case callee == nil:
			case begins(callee) && call.Value() != nil:
				byRoot[call.Value()] = len(out)
				out = append(out, transaction{begin: call})
			case callee.Name() == "Commit":
				commits = append(commits, call)
			}
		}
	}
	for _, c := range commits {
		if n, ok := byRoot[root(flow.Receiver(c.Common()))]; ok {
			out[n].commits = append(out[n].commits, c)
		}
	}
	return out
}

// begins tells the methods that begin a transaction.
func begins(fn *types.Func) bool {
	id, _ := library.OfPackage(fn.Pkg())
	switch id {
	case library.SQL, library.SQLX, library.PGX, library.Gorm, library.Bun:
		return strings.HasPrefix(fn.Name(), "Begin") || strings.HasPrefix(fn.Name(), "MustBegin")
	}
	return false
}

// root follows a receiver to the call that made it.
func root(v ssa.Value) ssa.Value {
	for range 30 {
		if v == nil {
			return nil
		}
		v = flow.Origin(v)
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Call:
			if fn := flow.Callee(&x.Call); fn == nil || begins(fn) || flow.Receiver(&x.Call) == nil {
				return v
			}
			v = flow.Receiver(&x.Call)
		default:
			return v
		}
	}
	return v
}

// between tells an instruction behind a Begin from which a way leads to its Commit.
func between(i ssa.Instruction, list []transaction) bool {
	for _, t := range list {
		if !flow.Dominates(t.begin, i) || committed(t, i) {
			continue
		}
		for _, c := range t.commits {
			if _, deferred := c.(*ssa.Defer); deferred {
				return flow.Dominates(c, i)
			}
			if flow.ReachesAvoiding(i, c, func(x ssa.Instruction) bool { return x == ssa.Instruction(t.begin) }) {
				return true
			}
		}
	}
	return false
}

// committed tells an instruction that comes after a Commit on every way.
func committed(t transaction, i ssa.Instruction) bool {
	for _, c := range t.commits {
		if _, deferred := c.(*ssa.Defer); !deferred && flow.Dominates(c, i) {
			return true
		}
	}
	return false
}

// through tells a function that writes through a transaction it was given by a type that says so, and does not end it.
func through(p *finding.Pass, fn *ssa.Function) bool {
	var tx ssa.Value
	for _, param := range fn.Params {
		if id, _, name := library.Type(param.Type()); name == "Tx" && (id == library.SQL || id == library.SQLX || id == library.PGX || id == library.Bun) {
			tx = param
		}
	}
	if tx == nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if callee := flow.Callee(call.Common()); callee != nil && (callee.Name() == "Commit" || callee.Name() == "Rollback") {
					return false
				}
			}
		}
	}
	for _, s := range p.Effects.Sites(fn) {
		if s.Own && s.Has(func(e *effects.Effect) bool { return e.Kind.Writes() && e.Scope == effects.Tx }) != nil && root(flow.Receiver(s.Call.Common())) == tx {
			return true
		}
	}
	return false
}
