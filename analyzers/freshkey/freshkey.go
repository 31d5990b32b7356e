// Package freshkey reports rows whose identity is minted in the job handler, so that each try inserts another one.
package freshkey

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/guard"
	"github.com/qlint-dev/qlint/analyzers/internal/schema"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG704",
	Slug:     "freshkey",
	Severity: diag.Warning,
	Summary:  "identity minted on each try: a retried job makes a second row",
	Why: `An id from uuid.New, ulid.Make or a random number is another one on each try, so no unique key on it ever refuses the second row, and ON CONFLICT on it never meets a
conflict.

A warning where the conflict target is minted, or where the module's *.sql files prove that every other key of the table is no help; else an info. Silent where a unique
key of columns that are not minted covers the row, the unique violation is handled, or a guard comes first. Speaks in functions that a job handler reaches;
also of message ids by which NATS or SQS drop a duplicate, and as an info of AMQP's MessageId.`,
	Fix: "Derive the id from the job: its own id, uuid.NewSHA1 over the payload's natural key. Or mint it where the job is enqueued and send it along.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", uuid.NewString(), t.Payload()) // want "QG704"
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	id := uuid.NewSHA1(uuid.NameSpaceOID, t.Payload()).String()
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, body) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", id, t.Payload())
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions that insert so.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	source := schema.For(p.Pass)
	finding.Spread[defects](p, func(fn *ssa.Function) []finding.Finding {
		out := messages(p, fn)
		for _, s := range p.Effects.Sites(fn) {
			if !s.Own {
				continue
			}
			for n := range s.Effects {
				if f := check(p, source, s, &s.Effects[n]); f != nil {
					out = append(out, *f)
				}
			}
		}
		return out
	})
}

func check(p *finding.Pass, source *schema.Source, s *effects.Site, e *effects.Effect) *finding.Finding {
	column := identity(e.Fresh)
	if column == "" || e.Table == "" {
		return nil
	}
	f := &finding.Finding{}
	switch {
	case e.Kind == effects.Upsert && len(e.Target) > 0 && contains(e.Fresh, e.Target):
		f.Severity = diag.Warning
		f.Message = fmt.Sprintf("the conflict target %s of %s is minted on each try: it never meets a conflict", strings.Join(e.Target, ", "), e.What)
	case e.Kind == effects.Insert && !e.Handled:
		verdict := source.Unique(schema.Row{Table: e.Table, Columns: e.Columns, Fresh: e.Fresh, Keys: e.Keys, Declared: e.Declared})
		if verdict == schema.Covered {
			return nil
		}
		f.Severity, f.Likely = diag.Info, true
		f.Message = fmt.Sprintf("%s of %s is minted on each try: a job that runs again inserts a second row", column, e.What)
		if verdict == schema.Uncovered {
			f.Severity, f.Likely = diag.Warning, false
			f.Message += ", and no other unique key refuses it"
		}
	default:
		return nil
	}
	if (guard.Finder{Pass: p, Guards: func(g *effects.Effect) bool { return isGuard(g, e) }}).Before(s.Call) {
		return nil
	}
	f.Pos, f.End = p.Span(s.Call)
	return f
}

// identity gives the first minted column that names the row: id, uuid, key, or one that ends so.
func identity(fresh []string) string {
	for _, c := range fresh {
		for _, name := range []string{"id", "uuid", "ulid", "key", "ref", "reference", "number"} {
			if c == name || strings.HasSuffix(c, "_"+name) {
				return c
			}
		}
	}
	return ""
}

func contains(all, part []string) bool {
	for _, c := range part {
		if !slices.Contains(all, c) {
			return false
		}
	}
	return true
}

func isGuard(g, e *effects.Effect) bool {
	switch g.Kind {
	case effects.Read, effects.LockRead, effects.CacheClaim, effects.Lock:
		// what is looked up first is judged as look-up and insert
		return g.Kind != effects.Read && g.Kind != effects.LockRead || g.Table == e.Table
	case effects.Upsert:
		return g.Handled && g.Table != e.Table
	case effects.Update:
		return g.Narrow || len(g.Where) > 1
	}
	return false
}
