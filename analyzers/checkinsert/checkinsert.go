// Package checkinsert reports rows that are looked up and then inserted, which two runs of a job do at once.
package checkinsert

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/guard"
	"github.com/qlint-dev/qlint/analyzers/internal/schema"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG701",
	Slug:     "checkinsert",
	Severity: diag.Warning,
	Summary:  "row looked up and then inserted: two runs at once insert two",
	Why: `Queues deliver a job more than once, and two deliveries may run at once. Both look, both find nothing, both insert. A transaction does not help: of 20
callers at once a median of 6 inserted without one, 9 under READ COMMITTED, 14 under REPEATABLE READ (PostgreSQL 15), and FOR UPDATE
on a row that is not there locks nothing: 20 of 20 inserted. Only a unique key decides, or SERIALIZABLE, or a lock on something that exists.

An error where the module's *.sql files prove that no unique key covers the row; a warning where the table's keys are not known. Silent where a unique key covers the
row, the insert has a conflict clause, river's JobCompleteTx ends the job in the same transaction, its unique violation is handled or the row looked up again when it fails, the transaction is serializable, or a lock, an inbox row or a conditional update
comes before it. Speaks in functions that a job handler reaches; also of keys in Redis that are asked for and then set around work that harms when repeated, of DynamoDB puts without a condition, and of a unique violation
that is handled inside an open PostgreSQL transaction, which is aborted by then.`,
	Fix: "Add a unique key, and insert with ON CONFLICT DO NOTHING, INSERT IGNORE or an upsert; or insert first and handle the unique violation.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"
	"errors"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var id int
	err := h.db.QueryRowContext(ctx, "SELECT id FROM users WHERE email = ?", t.Payload()).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		_, err = h.db.ExecContext(ctx, "INSERT INTO users (email) VALUES (?)", t.Payload()) // want "QG701"
	}
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO users (email) VALUES (?) ON CONFLICT (email) DO NOTHING", t.Payload())
	return err
}
`,
	References: []string{"https://www.postgresql.org/docs/current/transaction-iso.html"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions that look up and insert.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	c := &checker{p: p, schema: schema.For(p.Pass)}
	finding.Spread[defects](p, c.scan)
}

type checker struct {
	p      *finding.Pass
	schema *schema.Source
}

func (c *checker) scan(fn *ssa.Function) []finding.Finding {
	sites := c.p.Effects.Sites(fn)
	out := append(c.keys(sites), c.aborted(fn, sites)...)
	for _, insert := range sites {
		for n := range insert.Effects {
			e := &insert.Effects[n]
			if e.Handled || insert.Spawned() {
				continue
			}
			var f *finding.Finding
			switch e.Kind {
			case effects.FindOrCreate:
				if insert.Own {
					f = c.library(insert, e)
				}
			case effects.Insert:
				f = c.pair(sites, insert, e)
			}
			if f != nil && !c.guarded(insert.Call, e) {
				out = append(out, *f)
				break
			}
		}
	}
	return out
}

// library judges gorm's FirstOrCreate and INSERT … WHERE NOT EXISTS, which look up and insert by themselves.
func (c *checker) library(site *effects.Site, e *effects.Effect) *finding.Finding {
	verdict := c.schema.Unique(schema.Row{Table: e.Table, Check: e.Where, Columns: e.Columns, Fresh: e.Fresh, Keys: e.Keys, Declared: e.Declared})
	if len(e.Where) == 0 && verdict == schema.Uncovered {
		verdict = schema.Unknown // looked up by fields that were not read
	}
	return c.finding(site.Call, verdict, fmt.Sprintf("%s looks up and then inserts, not in one step", e.What))
}

// pair looks for the read whose finding nothing leads to the insert.
func (c *checker) pair(sites []*effects.Site, insert *effects.Site, e *effects.Effect) *finding.Finding {
	if e.Table == "" {
		return nil
	}
	for _, read := range sites {
		// What is looked up only after the insert was tried is not what decides about it, also where a loop tries again.
		if read == insert || read.Call.Value() == nil || flow.Dominates(insert.Call, read.Call) || !flow.Reaches(read.Call, insert.Call) {
			continue
		}
		r := read.Has(func(r *effects.Effect) bool {
			return (r.Kind == effects.Read || r.Kind == effects.LockRead) && r.Store == e.Store && r.Table == e.Table
		})
		if r == nil || !c.decides(read, insert) || looksAgain(sites, read, insert, e) {
			continue
		}
		row := schema.Row{Table: e.Table, Check: r.Where, Columns: e.Columns, Fresh: e.Fresh, Keys: e.Keys, Declared: e.Declared}
		verdict := schema.Unknown
		switch e.Store {
		case "sql":
			verdict = c.schema.Unique(row)
		case "dynamo":
			f := c.finding(insert.Call, verdict, "")
			f.Message = fmt.Sprintf("%s is looked up (line %d) and then put without a condition: of two runs at once both put, and the later one wins", e.Table, c.p.Line(read.Call.Pos()))
			return f
		}
		return c.finding(insert.Call, verdict, fmt.Sprintf("%s is looked up (line %d) and then inserted", e.Table, c.p.Line(read.Call.Pos())))
	}
	return nil
}

// looksAgain tells that the table is read again where the insert has failed: for the row of the run that was faster, which a unique key made fail.
func looksAgain(sites []*effects.Site, read, insert *effects.Site, e *effects.Effect) bool {
	err := flow.ErrorOf(insert.Call)
	if err == nil {
		return false
	}
	for _, t := range flow.Tests(err) {
		found := false
		flow.WalkBlock(t.Failed, func(i ssa.Instruction) bool {
			found = found || slices.ContainsFunc(sites, func(s *effects.Site) bool {
				return s != read && s.Call == i && s.Has(func(r *effects.Effect) bool {
					return (r.Kind == effects.Read || r.Kind == effects.LockRead) && r.Store == e.Store && r.Table == e.Table
				}) != nil
			})
			return !found && i != ssa.Instruction(insert.Call) && i != ssa.Instruction(read.Call)
		})
		if found {
			return true
		}
	}
	return false
}

// decides tells that the insert is reached only where the read found nothing.
func (c *checker) decides(read, insert *effects.Site) bool {
	for _, b := range c.p.Effects.Branches(read.Call) {
		if b.Only(insert.Call, read.Call) {
			return true
		}
	}
	return false
}

func (c *checker) finding(call ssa.CallInstruction, verdict schema.Verdict, what string) *finding.Finding {
	f := &finding.Finding{Severity: diag.Warning, Likely: true, Message: what + ": two runs at once insert two, unless a unique key keeps one out"}
	switch verdict {
	case schema.Covered:
		return nil
	case schema.Uncovered:
		f.Severity, f.Likely = diag.Error, false
		f.Message = what + ", and no unique key of the table keeps a second row out: two runs at once insert two"
	}
	f.Pos, f.End = c.p.Span(call)
	return f
}

// guarded tells that something before the insert lets only one run through.
func (c *checker) guarded(insert ssa.CallInstruction, e *effects.Effect) bool {
	whole := func(fn *ssa.Function) bool { return serializable(fn) || guard.CompletesInTx(fn) }
	f := guard.Finder{Pass: c.p, Guards: func(g *effects.Effect) bool { return isGuard(g, e) }, Whole: whole}
	return f.Before(insert)
}

func isGuard(g, e *effects.Effect) bool {
	switch g.Kind {
	case effects.Lock:
		return !strings.Contains(g.What, "xact") || g.Scope != effects.Pool
	case effects.CacheClaim:
		return true
	case effects.LockRead: // the row that isn't there can't be locked, a parent's can
		return g.Scope != effects.Pool && g.Table != e.Table
	case effects.Upsert: // an inbox
		return g.Handled && g.Table != e.Table
	case effects.Update: // a conditional claim: … WHERE id = ? AND state = 'new'
		return g.Narrow || len(g.Where) > 1
	}
	return false
}

// serializable tells a function that asks for serializable transactions.
func serializable(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if slices.ContainsFunc(flow.Args(call.Common()), func(v ssa.Value) bool {
					text, ok := flow.String(v)
					return ok && strings.Contains(strings.ToUpper(text), "SERIALIZABLE")
				}) {
					return true
				}
			}
			store, ok := i.(*ssa.Store)
			if !ok {
				continue
			}
			if k, ok := store.Val.(*ssa.Const); ok && isSerializable(k) {
				return true
			}
		}
	}
	return false
}
