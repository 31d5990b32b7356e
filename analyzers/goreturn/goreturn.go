// Package goreturn reports job handlers that return before the goroutine that does their work has ended.
package goreturn

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG303",
	Slug:     "goreturn",
	Severity: diag.Error,
	Summary:  "handler starts a goroutine and returns: the job counts as done before its work is",
	Why: `The library takes the handler's nil for "done" and deletes the job. What the goroutine still has to do is lost when the process stops or the
goroutine fails, and no error can reach the retry. The job's slot is free again too, so any number of goroutines may run at once.

Speaks where the goroutine writes to a database, publishes, pays, mails or posts, and nothing behind the go statement waits: no Wait, no
receive from a channel, no select.`,
	Fix: "Do the work in the handler, or wait for the goroutine and return its error (errgroup.Group). What may be lost belongs into a job of its own.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	go h.store(ctx, t.Payload()) // want "QG303"
	return nil
}

func (h *handler) store(ctx context.Context, b []byte) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", b)
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
	return h.store(ctx, t.Payload())
}

func (h *handler) store(ctx context.Context, b []byte) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", b)
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
		if h.Ack != jobs.ByReturn || !h.ReturnsError() {
			continue
		}
		for _, b := range h.Fn.Blocks {
			for _, i := range b.Instrs {
				if g, ok := i.(*ssa.Go); ok {
					check(p, g)
				}
			}
		}
	}
}

func check(p *finding.Pass, g *ssa.Go) {
	e := work(p, g)
	if e == nil || flow.Joins(g) || !flow.MayReturnNil(g) {
		return
	}
	p.AtCall(diag.Error, g, "the handler returns while this goroutine still has to do its work (%s): the job counts as done, a failure is lost", e.What)
}

// work gives what the goroutine does that another process can see.
func work(p *finding.Pass, g *ssa.Go) *effects.Effect {
	var s *effects.Summary
	if fn := flow.Callee(&g.Call); fn != nil {
		s = p.Effects.Of(fn)
	} else if fn := g.Call.StaticCallee(); fn != nil {
		s = p.Effects.OfLiteral(fn)
	}
	if s == nil {
		for _, site := range p.Effects.Sites(g.Parent()) { // a library's own call: go client.Enqueue(…)
			if site.Call == ssa.CallInstruction(g) {
				return site.Durable()
			}
		}
		return nil
	}
	for n := range s.Effects {
		if s.Effects[n].Kind.Durable() {
			return &s.Effects[n]
		}
	}
	return nil
}
