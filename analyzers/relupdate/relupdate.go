// Package relupdate reports updates in job handlers that add to what is there, and add again on each retry.
package relupdate

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

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
	ID:       "QG702",
	Slug:     "relupdate",
	Severity: diag.Warning,
	Summary:  "relative update in a job, without a guard that lets it happen once",
	Why: `SET stock = stock - 1 is atomic, and still wrong when the job runs twice: a retry after a crash, a timeout or a lost acknowledgement takes the stock down again. Setting an
absolute value can be repeated; adding can't.

Speaks of SQL, gorm and ent in functions that a job handler reaches. Silent where the update has a further condition, where an inbox row, a conditional claim or a
claimed key comes before it, and for counters of attempts, versions and views.`,
	Fix: "Insert the job's id into a table with a primary key in the same transaction, and update only when a row was inserted. Or write the absolute value.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", t.Payload()) // want "QG702"
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
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	r, err := tx.ExecContext(ctx, "INSERT INTO applied (id) VALUES (?) ON CONFLICT DO NOTHING", t.Payload())
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", t.Payload()); err != nil {
		return err
	}
	return tx.Commit()
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions that update so.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	finding.Spread[defects](p, func(fn *ssa.Function) []finding.Finding {
		var out []finding.Finding
		for _, s := range p.Effects.Sites(fn) {
			if !s.Own {
				continue
			}
			e := s.Has(func(e *effects.Effect) bool {
				switch e.Kind {
				case effects.Update:
					return e.Relative != "" && !e.Handled && !e.Narrow && len(e.Where) < 2 && !counter(e)
				case effects.CacheStep:
					return amount(e)
				}
				return false
			})
			if e == nil {
				e = readModifyWrite(p, s)
			}
			if e == nil || (guard.Finder{Pass: p, Guards: func(g *effects.Effect) bool { return once(g, e) }, Whole: guard.CompletesInTx}).Before(s.Call) {
				continue
			}
			pos, end := p.Span(s.Call)
			out = append(out, finding.Finding{Severity: diag.Warning, Pos: pos, End: end,
				Message: fmt.Sprintf("%s changes %s relative to itself: a job that runs again changes it again", e.What, e.Relative)})
		}
		return out
	})
}

// once tells an effect behind which work is done a single time.
func once(g, e *effects.Effect) bool {
	switch g.Kind {
	case effects.CacheClaim:
		return true
	case effects.Upsert:
		return g.Handled
	case effects.Insert: // an inbox row with a primary key, or a handled duplicate
		return g.Table != e.Table
	case effects.Update:
		return g.Narrow || len(g.Where) > 1
	}
	return false
}

// counter tells columns of which a count too many harms nobody, and optimistic versions; the same columns beside others do not excuse these.
func counter(e *effects.Effect) bool {
	c := e.Relative
	for _, word := range []string{"attempt", "retr", "tries", "view", "hit", "version", "revision", "lock", "visit", "click", "download", "error", "fail", "count", "seen", "priority", "position", "generation"} {
		if strings.Contains(c, word) {
			return true
		}
	}
	return false
}

// amount tells a key of Redis whose text says that it holds money or goods: most counters there may be one too high.
func amount(e *effects.Effect) bool {
	for _, word := range []string{"balance", "credit", "stock", "inventory", "wallet", "points", "amount", "budget"} {
		if strings.Contains(strings.ToLower(e.Relative), word) {
			return true
		}
	}
	return false
}

// readModifyWrite tells gorm's Save of a row that was read before and has a field changed relative to itself since: x.Stock -= n; db.Save(&x).
func readModifyWrite(p *finding.Pass, s *effects.Site) *effects.Effect {
	e := s.HasKind(effects.Update)
	args := flow.Args(s.Call.Common())
	if e == nil || !strings.HasPrefix(e.What, "gorm Save") || len(args) == 0 {
		return nil
	}
	row, ok := flow.Origin(args[0]).(*ssa.Alloc)
	if !ok || !readInto(p, row, s.Call) {
		return nil
	}
	for _, r := range *row.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, u := range *f.Referrers() {
			store, ok := u.(*ssa.Store)
			if !ok || store.Addr != f || !flow.Dominates(store, s.Call) || !steps(store.Val, row, f.Field) {
				continue
			}
			st := row.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
			changed := *e
			changed.Relative = effects.Snake(st.Field(f.Field).Name())
			if !counter(&changed) {
				return &changed
			}
		}
	}
	return nil
}

// readInto tells a row that a read before the call was given the address of, not locked.
func readInto(p *finding.Pass, row *ssa.Alloc, before ssa.CallInstruction) bool {
	for _, s := range p.Effects.Sites(before.Parent()) {
		if s.HasKind(effects.Read) == nil || !flow.Dominates(s.Call, before) {
			continue
		}
		for _, v := range flow.Args(s.Call.Common()) {
			if flow.Origin(v) == ssa.Value(row) {
				return true
			}
		}
	}
	return false
}

// steps tells field + x or field - x of the row's own field.
func steps(v ssa.Value, row *ssa.Alloc, field int) bool {
	b, ok := v.(*ssa.BinOp)
	if !ok || b.Op != token.ADD && b.Op != token.SUB {
		return false
	}
	load, ok := b.X.(*ssa.UnOp)
	if !ok {
		return false
	}
	f, ok := load.X.(*ssa.FieldAddr)
	return ok && f.X == ssa.Value(row) && f.Field == field
}
