// Package dedupefirst reports jobs that are marked as done before they are, so that a failed try is never made again.
package dedupefirst

import (
	"strings"
	"time"

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
	ID:       "QG706",
	Slug:     "dedupefirst",
	Severity: diag.Warning,
	Summary:  "job marked as done before it is: a failed try is never made again",
	Why: `A handler that sets a key, or inserts the message's id, before its work and returns nil when the mark is there already, does the work once at most: when the work fails the
retry finds the mark, returns nil, and the job is lost.

Speaks where the mark is a key that lives 10 minutes or more, or for ever, or a row inserted outside the work's transaction, with DO NOTHING or its unique violation handled; where its presence ends the handler
with nil; and where work that may fail comes after it; and of watermill's Deduplicator within Retry. Silent where the function takes the mark back (DEL, DELETE) or rewrites it, for keys of limits and locks, and where a
repeated mark is an error.`,
	Fix: "Set the mark after the work, or in the work's transaction; or take it back on failure; or claim for a short time and mark when done.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

type handler struct {
	db    *sql.DB
	redis *redis.Client
}

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	ok, err := h.redis.SetNX(ctx, "done:"+string(t.Payload()), 1, 24*time.Hour).Result() // want "QG706"
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	_, err = h.db.ExecContext(ctx, "INSERT INTO orders (body) VALUES (?)", t.Payload())
	return err
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"
	"time"

	"github.com/hibiken/asynq"
	"github.com/redis/go-redis/v9"
)

type handler struct {
	db    *sql.DB
	redis *redis.Client
}

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	key := "done:" + string(t.Payload())
	ok, err := h.redis.SetNX(ctx, key, 1, 24*time.Hour).Result()
	if err != nil {
		return err
	}
	if !ok {
		return nil
	}
	if _, err = h.db.ExecContext(ctx, "INSERT INTO orders (body) VALUES (?)", t.Payload()); err != nil {
		h.redis.Del(ctx, key)
	}
	return err
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

// shortClaim is the life of a key below which it is taken for a lock that a retry outlives.
const shortClaim = 10 * time.Minute

func run(p *finding.Pass) {
	middlewares(p)
	for _, h := range p.Jobs.Handlers() {
		if h.Ack != jobs.ByReturn || !h.ReturnsError() || h.Loop {
			continue
		}
		if _, whole := effects.InTransaction(h.Fn); whole {
			continue
		}
		sites := p.Effects.Sites(h.Fn)
		for _, mark := range sites {
			switch what := marks(mark); {
			case what != "" && endsWhenMarked(mark):
				report(p, h, sites, mark, what)
			case what == "":
				if what := refused(p, mark); what != "" {
					report(p, h, sites, mark, what)
				}
			}
		}
	}
}

// marks names a site that marks the job, "" for any other.
func marks(s *effects.Site) string {
	if !s.Own || s.Spawned() || s.Deferred() {
		return ""
	}
	if e := s.HasKind(effects.CacheClaim); e != nil {
		args := flow.Args(s.Call.Common())
		if fn := flow.Callee(s.Call.Common()); fn.Name() != "SetNX" || len(args) < 4 || limits(args[1]) {
			return ""
		}
		life, ok := flow.Int(args[3])
		if !ok || life > 0 && time.Duration(life) < shortClaim || life < 0 {
			return ""
		}
		return e.What
	}
	if e := s.HasKind(effects.Upsert); e != nil && e.Nothing && e.Store == "sql" && e.Scope == effects.Pool {
		return e.What
	}
	return ""
}

// refused names an insert outside a transaction whose unique violation ends the handler with nil, "" for any other call: the row is the mark.
func refused(p *finding.Pass, s *effects.Site) string {
	if s.Spawned() || s.Deferred() || len(s.Effects) != 1 {
		return ""
	}
	e := s.HasKind(effects.Insert)
	if e == nil || e.Store != "sql" || e.Scope == effects.Tx || e.Table == "" {
		return ""
	}
	for _, b := range p.Effects.UniqueBranches(s.Call) {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && flow.Result(r) != nil && flow.IsNil(flow.Result(r)) {
			return e.What
		}
	}
	return ""
}

// limits tells a key whose text says that it counts or locks.
func limits(key ssa.Value) bool {
	for v := range flow.Sources(key) {
		text, ok := flow.String(v)
		if !ok {
			continue
		}
		text = strings.ToLower(text)
		for _, word := range []string{"rate", "limit", "throttle", "lock", "mutex", "leader", "cron"} {
			if strings.Contains(text, word) {
				return true
			}
		}
	}
	return false
}

// endsWhenMarked tells that a test of the mark's result leads straight to a return of nil.
func endsWhenMarked(mark *effects.Site) bool {
	derived := flow.Derived(mark.Call)
	for _, b := range mark.Call.Parent().Blocks {
		if len(b.Instrs) == 0 {
			continue
		}
		branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !derived[branch.Cond] || testsError(branch.Cond) {
			continue
		}
		for _, next := range b.Succs {
			if r, ok := next.Instrs[len(next.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 && nilHere(flow.Result(r), b) {
				return true
			}
		}
	}
	return false
}

// nilHere tells nil, or an error that is nil because the way here led over its test.
func nilHere(v ssa.Value, from *ssa.BasicBlock) bool {
	if phi, ok := v.(*ssa.Phi); ok {
		for n, e := range phi.Edges {
			if phi.Block().Preds[n] == from && nilHere(e, from) {
				return true
			}
		}
		return false
	}
	if flow.IsNil(v) {
		return true
	}
	for _, t := range flow.Tests(v) {
		if len(t.Passed.Preds) == 1 && t.Passed.Dominates(from) {
			return true
		}
	}
	return false
}

func testsError(cond ssa.Value) bool {
	b, ok := cond.(*ssa.BinOp)
	return ok && (flow.IsNil(b.X) || flow.IsNil(b.Y))
}

// report says it when work that may fail comes after the mark and nothing takes the mark back.
func report(p *finding.Pass, h *jobs.Handler, sites []*effects.Site, mark *effects.Site, what string) {
	var work *effects.Site
	for _, s := range sites {
		if s == mark {
			continue
		}
		if undoes(s, mark) {
			return
		}
		if e := s.Durable(); work == nil && e != nil && e.Fails && !s.Spawned() && flow.Dominates(mark.Call, s.Call) && failureReturned(s.Call) {
			work = s
		}
	}
	for _, anon := range h.Fn.AnonFuncs { // a deferred literal may take it back
		for _, s := range p.Effects.Sites(anon) {
			if undoes(s, mark) {
				return
			}
		}
	}
	if work != nil {
		p.AtCall(diag.Warning, mark.Call, "%s marks the job before %s (line %d): if that fails, the retry finds the mark and does nothing", what, work.Durable().What, p.Line(work.Call.Pos()))
	}
}

func undoes(s, mark *effects.Site) bool {
	m := mark.HasKind(effects.CacheClaim, effects.Upsert, effects.Insert)
	if m.Kind == effects.CacheClaim {
		return s.HasKind(effects.CacheDelete, effects.CacheWrite) != nil
	}
	return s.Has(func(e *effects.Effect) bool {
		return (e.Kind == effects.Delete || e.Kind == effects.Update) && e.Table == m.Table
	}) != nil
}

// failureReturned tells that a call's error can reach the handler's return.
func failureReturned(call ssa.CallInstruction) bool {
	err := flow.ErrorOf(call)
	if err == nil {
		return false
	}
	found := false
	flow.Walk(call, func(i ssa.Instruction) bool {
		if r, ok := i.(*ssa.Return); ok && len(r.Results) > 0 {
			found = found || flow.Sources(flow.Result(r))[err]
		}
		return !found
	})
	return found
}
