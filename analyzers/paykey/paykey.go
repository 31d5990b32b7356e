// Package paykey reports payment calls in job handlers that a retry repeats.
package paykey

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG703",
	Slug:     "paykey",
	Severity: diag.Error,
	Summary:  "payment call in a job without a stable idempotency key",
	Why: `A job runs again after a crash, a timeout or a lost acknowledgement, and pays again. Only an idempotency key that is the same on every try makes the second
call a no-op. stripe-go mints a random key per call when none is set: it protects the library's own network retries, not the job's. An empty
key is sent as none at all. A key from uuid.New, the clock or a random number is another one on each try.

Speaks in functions that a job handler reaches, where the parameters are made in view. Silent where they come from elsewhere, where any key that is not minted on the spot
is set, and in packages that set a Stripe backend or HTTP client of their own, which may add the key.`,
	Fix: "Set the key from what identifies the work: the job's or order's id, with a prefix for the operation.",
	Bad: `-- a.go --
package a

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

func handle(ctx context.Context, t *asynq.Task) error {
	_, err := refund.New(&stripe.RefundParams{PaymentIntent: stripe.String(string(t.Payload()))}) // want "QG703"
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

func handle(ctx context.Context, t *asynq.Task) error {
	p := &stripe.RefundParams{PaymentIntent: stripe.String(string(t.Payload()))}
	p.SetIdempotencyKey("refund-" + string(t.Payload()))
	_, err := refund.New(p)
	return err
}
`,
	References: []string{"https://docs.stripe.com/api/idempotent_requests"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// defects is the fact on functions whose payments have no stable key.
type defects struct{ finding.Defects }

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer {
	return finding.New(Doc, program, run, (*defects)(nil))
}

func run(p *finding.Pass) {
	if ownBackend(p) {
		return
	}
	finding.Spread[defects](p, func(fn *ssa.Function) []finding.Finding {
		var out []finding.Finding
		for _, site := range p.Effects.Sites(fn) {
			e := site.Has(func(e *effects.Effect) bool {
				return e.Kind == effects.Payment && (e.Key == effects.NoKey || e.Key == effects.FreshKey) && (site.Own || decidedHere(p, site, e))
			})
			if e == nil {
				continue
			}
			pos, end := p.Span(site.Call)
			out = append(out, finding.Finding{Severity: diag.Error, Pos: pos, End: end, Message: message(e)})
		}
		return out
	})
}

func message(e *effects.Effect) string {
	if e.Key == effects.FreshKey {
		return fmt.Sprintf("%s gets a new idempotency key on each try: a retried job pays again", e.What)
	}
	return fmt.Sprintf("%s has no idempotency key: a retried job pays again", e.What)
}

// decidedHere tells that the callee takes its key from a parameter, so that this call is where it is fresh or missing.
func decidedHere(p *finding.Pass, site *effects.Site, e *effects.Effect) bool {
	s := p.Effects.Of(flow.Callee(site.Call.Common()))
	if s == nil {
		return false
	}
	for _, o := range s.Effects {
		if o.Kind == e.Kind && o.What == e.What && o.Key == effects.ParamKey {
			return true
		}
	}
	return false
}

// ownBackend tells a package that changes how Stripe's requests are made.
func ownBackend(p *finding.Pass) bool {
	for _, obj := range p.TypesInfo.Uses {
		if id, _ := library.OfPackage(obj.Pkg()); id == library.Stripe {
			switch obj.Name() {
			case "SetBackend", "SetHTTPClient", "GetBackendWithConfig", "NewBackends", "NewBackendsWithConfig", "WithBackends":
				return true
			}
		}
	}
	return false
}
