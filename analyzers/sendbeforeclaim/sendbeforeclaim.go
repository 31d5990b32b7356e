// Package sendbeforeclaim reports mails that are sent before the write which is to keep them from being sent again.
package sendbeforeclaim

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/guard"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG707",
	Slug:     "sendbeforeclaim",
	Severity: diag.Info,
	Summary:  "mail sent before the write that keeps it from being sent again",
	Why: `A mail can't be called back. When the write behind it fails, or the process stops in between, the job runs again and sends it again.

Speaks in functions that a job handler reaches, where a mail, a text message or an HTTP request that is no read goes out ahead of a write whose failure is returned
and whose values do not come from the response; a request only where that write follows on every way. A mail is known by the SDK of its service, or by the address of the request. Silent where a claim, an inbox row or a
conditional update comes before it. An info: for many mails twice is better than never.`,
	Fix: "Write first: a row that says the mail is to be sent, with a sender of its own (outbox), or a conditional claim.",
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
	if _, err := h.mail.Send(nil); err != nil { // want "QG707"
		return err
	}
	_, err := h.db.ExecContext(ctx, "INSERT INTO invites (email) VALUES (?)", t.Payload())
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
	if _, err := h.db.ExecContext(ctx, "INSERT INTO invites (email) VALUES (?) ON CONFLICT DO NOTHING", t.Payload()); err != nil {
		return err
	}
	_, err := h.mail.Send(nil)
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions that send so.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	finding.Spread[defects](p, func(fn *ssa.Function) []finding.Finding { return scan(p, fn) })
}

func scan(p *finding.Pass, fn *ssa.Function) []finding.Finding {
	sites := p.Effects.Sites(fn)
	for _, mail := range sites {
		e := mail.HasKind(effects.Mail, effects.Request)
		if e == nil || e.Kind == effects.Request && !mail.Own || mail.Spawned() || mail.Deferred() || mail.Has(func(e *effects.Effect) bool { return e.Kind.Writes() }) != nil {
			continue
		}
		write := writeAfter(sites, mail, e.Kind)
		if write == nil || e.Kind == effects.Request && uses(write.Call, mail.Call) || (guard.Finder{Pass: p, Guards: isGuard}).Before(mail.Call) {
			continue
		}
		pos, end := p.Span(mail.Call)
		w := write.Has(func(e *effects.Effect) bool { return e.Kind.Writes() })
		return []finding.Finding{{Severity: diag.Info, Pos: pos, End: end, Message: fmt.Sprintf(
			"%s goes out before %s (line %d): if that fails, the retry sends it again", e.What, w.What, p.Line(write.Call.Pos()))}}
	}
	return nil
}

// writeAfter gives the first write behind the mail whose failure is looked at.
func writeAfter(sites []*effects.Site, mail *effects.Site, kind effects.Kind) *effects.Site {
	for _, s := range sites {
		if s == mail || s.Spawned() || s.Deferred() || !flow.Dominates(mail.Call, s.Call) && (kind != effects.Mail || !comesBehind(s.Call, mail.Call)) {
			continue
		}
		if s.Has(func(e *effects.Effect) bool { return e.Kind.Writes() && e.Fails }) != nil && flow.ReturnsError(s.Call.Common()) {
			if err := flow.ErrorOf(s.Call); err != nil && len(*err.Referrers()) > 0 {
				return s
			}
		}
	}
	return nil
}

// uses tells a write whose values come from the response of the request: it can't come first.
func uses(write, request ssa.CallInstruction) bool {
	derived := flow.Derived(request)
	for _, v := range flow.All(write.Common()) {
		for s := range flow.Sources(v) {
			if derived[s] && !library.IsError(s.Type()) {
				return true
			}
		}
	}
	return false
}

// comesBehind tells a write on some way behind a mail that is not the next round's of a loop.
func comesBehind(write, mail ssa.CallInstruction) bool {
	return !flow.InLoop(mail) && flow.Reaches(mail, write)
}

func isGuard(g *effects.Effect) bool {
	switch g.Kind {
	case effects.CacheClaim:
		return true
	case effects.Upsert:
		return g.Handled
	case effects.Insert, effects.Update:
		return true
	}
	return false
}
