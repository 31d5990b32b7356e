// Package partialbatch reports batches of which one failure gives back the whole.
package partialbatch

import (
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
	ID:       "QG304",
	Slug:     "partialbatch",
	Severity: diag.Info,
	Summary:  "one failed record gives the whole batch back, and repeats those that are done",
	Why: `A Lambda handler for SQS that returns an error gets all records of the batch again, those that were done before the failure too.

Speaks where a handler of events.SQSEvent with an error as its only result returns, from within its loop, the failure of a write, message, payment or request. Silent where the
writes are upserts, which may be repeated.`,
	Fix: "Return events.SQSEventResponse with the failed records in BatchItemFailures, and turn ReportBatchItemFailures on in the event source mapping.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/aws/aws-lambda-go/events"
)

type handler struct{ db *sql.DB }

func (h *handler) handle(ctx context.Context, ev events.SQSEvent) error {
	for _, r := range ev.Records {
		if _, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", r.Body); err != nil { // want "QG304"
			return err
		}
	}
	return nil
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/aws/aws-lambda-go/events"
)

type handler struct{ db *sql.DB }

func (h *handler) handle(ctx context.Context, ev events.SQSEvent) (out events.SQSEventResponse, err error) {
	for _, r := range ev.Records {
		if _, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", r.Body); err != nil {
			out.BatchItemFailures = append(out.BatchItemFailures, events.SQSBatchItemFailure{ItemIdentifier: r.MessageId})
		}
	}
	return out, nil
}
`,
	References: []string{"https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	for _, h := range p.Jobs.Handlers() {
		passedOver(p, h)
		if h.Library != library.Lambda || h.Message == nil || !library.Is(h.Message.Type(), library.Lambda, "SQSEvent") || h.Fn.Signature.Results().Len() != 1 {
			continue
		}
		check(p, h)
	}
}

func check(p *finding.Pass, h *jobs.Handler) {
	for _, s := range p.Effects.Sites(h.Fn) {
		e := s.HasKind(effects.Insert, effects.Update, effects.Delete, effects.Publish, effects.Payment, effects.Mail, effects.Request)
		err := flow.ErrorOf(s.Call)
		if e == nil || e.Handled || err == nil || s.Spawned() || !flow.InLoop(s.Call) {
			continue
		}
		for _, t := range flow.Tests(err) {
			if returnsFrom(t.Failed, err) {
				p.AtCall(diag.Info, s.Call, "a failure of %s gives the whole batch back: the records before it are handled again", e.What)
				return
			}
		}
	}
}

// returnsFrom tells a failure's own way that ends in a return of the error.
func returnsFrom(b *ssa.BasicBlock, err ssa.Value) bool {
	for range 10 {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			return !flow.IsNil(flow.Result(r)) && flow.Sources(flow.Result(r))[err]
		}
		if len(b.Succs) != 1 {
			return false
		}
		b = b.Succs[0]
	}
	return false
}
