// Package ctxignored reports job handlers whose blocking calls do not get the handler's context.
package ctxignored

import (
	"go/types"

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
	ID:       "QG103",
	Slug:     "ctxignored",
	Severity: diag.Warning,
	Summary:  "handler drops its context: it works on after its timeout and through shutdown",
	Why: `A timeout reaches a handler only through its context. asynq gives the task to another worker when the timeout is over, while a handler that does not look at its
context works on: with a 3 s timeout and 9 s of work three copies ran at once, and a worker with Concurrency 1 had three handlers running (measured).
A statement run with context.Background() writes its row after the deadline.

Speaks where a handler never uses its context although it waits for a database, a broker, HTTP or a sleep of a second or more, and where context.Background() or
context.TODO() is given to such a call. Silent in deferred functions, in goroutines, behind a failure (cleaning up must not be cancelled) and for
contexts derived by WithoutCancel or WithTimeout.`,
	Fix: "Hand the context on to every call that waits.",
	Bad: `-- a.go --
package a

import (
	"bytes"
	"context"
	"net/http"

	"github.com/hibiken/asynq"
)

func handle(_ context.Context, t *asynq.Task) error { // want "QG103"
	_, err := http.Post("https://example.com/hook", "application/json", bytes.NewReader(t.Payload()))
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"bytes"
	"context"
	"net/http"

	"github.com/hibiken/asynq"
)

func handle(ctx context.Context, t *asynq.Task) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://example.com/hook", bytes.NewReader(t.Payload()))
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	for _, h := range p.Jobs.Handlers() {
		if h.Context == nil || h.Loop {
			continue
		}
		sites := p.Effects.Sites(h.Fn)
		if unused(h.Context) {
			dropped(p, h, sites)
			continue
		}
		for _, s := range sites {
			background(p, h, s)
			without(p, h, s)
		}
	}
}

func unused(ctx *ssa.Parameter) bool { return len(*ctx.Referrers()) == 0 }

// dropped reports a handler that never uses its context and waits for something.
func dropped(p *finding.Pass, h *jobs.Handler, sites []*effects.Site) {
	for _, s := range sites {
		e := s.Has(func(e *effects.Effect) bool { return e.Kind.Blocking() })
		if e == nil || s.Spawned() || s.Deferred() {
			continue
		}
		pos := h.Context.Pos()
		if !pos.IsValid() {
			pos = h.Fn.Pos()
		}
		p.Add(finding.Finding{
			Severity: diag.Warning, Pos: pos, End: pos + 1,
			Message: "the handler never uses its context: " + e.What + " goes on after the job's timeout" + copies(h),
		})
		return
	}
}

// copies says what some libraries do about a handler that does not end.
func copies(h *jobs.Handler) string {
	if h.Library == library.Asynq {
		return ", beside the next try"
	}
	return ""
}

// background reports context.Background() given to a call that waits.
func background(p *finding.Pass, h *jobs.Handler, s *effects.Site) {
	e := s.Has(func(e *effects.Effect) bool { return e.Kind.Blocking() && e.Kind != effects.Sleep })
	if e == nil || s.Spawned() || s.Deferred() || afterFailure(h.Fn, s.Call) {
		return
	}
	for _, v := range flow.Args(s.Call.Common()) {
		if !library.IsContext(v.Type()) {
			continue
		}
		call, ok := flow.Origin(v).(*ssa.Call)
		if !ok {
			continue
		}
		if fn := flow.Callee(&call.Call); fn != nil && detached(fn) {
			p.AtCall(diag.Warning, s.Call, "%s gets context.%s() and not the handler's context: it goes on after the job's timeout%s", e.What, fn.Name(), copies(h))
		}
	}
}

func detached(fn *types.Func) bool {
	return fn.Pkg().Path() == "context" && (fn.Name() == "Background" || fn.Name() == "TODO")
}

// afterFailure tells a call on the way of an error: recording a failure must not be cancelled.
func afterFailure(fn *ssa.Function, at ssa.Instruction) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			err := flow.ErrorOf(call)
			if err == nil {
				continue
			}
			for _, t := range flow.Tests(err) {
				if len(t.Failed.Preds) == 1 && t.Failed.Dominates(at.Block()) {
					return true
				}
			}
		}
	}
	return false
}
