// Package relupdate reports updates in job handlers that add to what is there, and add again on each retry.
package relupdate

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
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
				return e.Kind == effects.Update && e.Relative != "" && !e.Narrow && len(e.Where) < 2 && !counter(e)
			})
			if e == nil || (guard.Finder{Pass: p, Guards: func(g *effects.Effect) bool { return once(g, e) }}).Before(s.Call) {
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
