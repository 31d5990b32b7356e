// Package statusgate reports work that a status is to keep from being done twice, where reading and writing the status are two steps.
package statusgate

import (
	"fmt"
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/guard"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG705",
	Slug:     "statusgate",
	Severity: diag.Warning,
	Summary:  "status read, work done, status written: two runs at once both do the work",
	Why: `A handler that reads a row, returns early when its status says done, works, and then writes the status, does the work twice when two deliveries run at once: both read before
either writes.

Speaks of messages, payments, mails and requests between a read and a later update of the same table, where a comparison of what was read with a constant decides. Silent
where the row is read FOR UPDATE in a transaction, where the update is conditional and comes first, or where another guard comes first. Speaks in functions that a job
handler reaches.

Speaks too where the retry of a failed try stops at the test: where the status that ends the handler is written on failure and the error returned, and where a status such as "processing" is
written before the work, ends the handler, and is not taken back when the work fails.`,
	Fix: "Claim the row in one step before the work: UPDATE … SET status = 'running' WHERE id = ? AND status = 'new', and go on only when a row was changed. Or read it FOR UPDATE in the work's transaction.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"
	"github.com/sendgrid/sendgrid-go"
)

type handler struct {
	db   *sql.DB
	mail *sendgrid.Client
}

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var status string
	if err := h.db.QueryRowContext(ctx, "SELECT status FROM orders WHERE id = ?", 1).Scan(&status); err != nil {
		return err
	}
	if status == "sent" {
		return nil
	}
	if _, err := h.mail.Send(nil); err != nil { // want "QG705"
		return err
	}
	_, err := h.db.ExecContext(ctx, "UPDATE orders SET status = 'sent' WHERE id = ?", 1)
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"
	"github.com/sendgrid/sendgrid-go"
)

type handler struct {
	db   *sql.DB
	mail *sendgrid.Client
}

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	r, err := h.db.ExecContext(ctx, "UPDATE orders SET status = 'sending' WHERE id = ? AND status = 'new'", 1)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	_, err = h.mail.Send(nil)
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions that work so.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	finding.Spread[defects](p, func(fn *ssa.Function) []finding.Finding {
		return append(scan(p, fn), retries(p, fn, p.Effects.Sites(fn))...)
	})
}

func scan(p *finding.Pass, fn *ssa.Function) []finding.Finding {
	sites := p.Effects.Sites(fn)
	for _, read := range sites {
		r := read.HasKind(effects.Read)
		if r == nil || r.Table == "" || read.Call.Value() == nil || read.Durable() != nil {
			continue
		}
		gates := gatesOf(read)
		for _, work := range sites {
			e := work.HasKind(effects.Publish, effects.Payment, effects.Mail, effects.Request)
			if e == nil || work.Spawned() || work.Deferred() || !gated(gates, work.Call) {
				continue
			}
			write := writtenAfter(sites, work, r)
			if write == nil || (guard.Finder{Pass: p, Guards: isGuard}).Before(work.Call) {
				continue
			}
			pos, end := p.Span(work.Call)
			return []finding.Finding{{Severity: diag.Warning, Pos: pos, End: end, Message: fmt.Sprintf(
				"%s runs between the read of the status in %s (line %d) and its update (line %d): two runs at once both do it", e.What, r.Table, p.Line(read.Call.Pos()), p.Line(write.Call.Pos()))}}
		}
	}
	return nil
}

// gatesOf gives the branches that compare something read with a constant that says something: a text, a number above zero, a bool.
func gatesOf(read *effects.Site) []*ssa.If {
	derived := flow.Derived(read.Call)
	var out []*ssa.If
	for _, b := range read.Call.Parent().Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !derived[branch.Cond] {
			continue
		}
		c, ok := branch.Cond.(*ssa.BinOp)
		if !ok || c.Op != token.EQL && c.Op != token.NEQ {
			continue
		}
		if says(c.X) || says(c.Y) {
			out = append(out, branch)
		}
	}
	return out
}

func says(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil {
		return false
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value) != ""
	case constant.Int:
		n, _ := constant.Int64Val(k.Value)
		return n > 0
	}
	return false
}

// gated tells work that one side of a gate leads to and the other, which ends the function, does not.
func gated(gates []*ssa.If, work ssa.Instruction) bool {
	for _, g := range gates {
		reaches := [2]bool{}
		ends := [2]bool{}
		for n, next := range g.Block().Succs {
			flow.WalkBlock(next, func(i ssa.Instruction) bool {
				reaches[n] = reaches[n] || i == work
				return i != ssa.Instruction(g)
			})
			_, ends[n] = next.Instrs[len(next.Instrs)-1].(*ssa.Return)
		}
		if reaches[0] && !reaches[1] && ends[1] || reaches[1] && !reaches[0] && ends[0] {
			return true
		}
	}
	return false
}

// writtenAfter gives the update of the table that was read, after the work.
func writtenAfter(sites []*effects.Site, work *effects.Site, r *effects.Effect) *effects.Site {
	for _, s := range sites {
		if s == work || s.Spawned() || !flow.Dominates(work.Call, s.Call) {
			continue
		}
		if s.Has(func(e *effects.Effect) bool {
			return e.Kind == effects.Update && e.Store == r.Store && e.Table == r.Table
		}) != nil {
			return s
		}
	}
	return nil
}

func isGuard(g *effects.Effect) bool {
	switch g.Kind {
	case effects.Lock, effects.CacheClaim, effects.LockRead:
		return g.Scope != effects.Pool
	case effects.Upsert:
		return g.Handled
	case effects.Update:
		return true // claimed, or at least written, before the work
	}
	return false
}
