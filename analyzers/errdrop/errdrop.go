// Package errdrop reports failures of a job's work that are swallowed, so that the job counts as done.
package errdrop

import (
	"go/types"
	"slices"
	"strings"

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
	ID:       "QG203",
	Slug:     "errdrop",
	Severity: diag.Warning,
	Summary:  "failure of a job's work is swallowed: the job counts as done and is never retried",
	Why: `The library knows of a failure only by the error that the handler returns. An error that is logged and then forgotten, or not looked at, ends the job as done: no
retry, no dead letter.

Speaks of writes, messages and payments, and of reads behind whose failure the handler returns nil at once. Silent where the error is told apart (errors.Is, a comparison, a
function that judges it), kept, or handed on; where the failure's branch decides something or does something durable; where the handler goes on behind a mere
warning, or updates the same table again; and for deletions, caches and mails, which may be worth no retry. Speaks also of a deferred recover() that sets no error, and of a way on which a river job returns nil without the Commit of the
transaction that holds its JobCompleteTx: the job is completed, its effect is lost (measured with river 0.51).`,
	Fix: "Return the error. For a failure that no retry mends return the library's own mark: asynq.SkipRetry, river.JobCancel.",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"
	"log"

	"github.com/hibiken/asynq"
)

type handler struct{ db *sql.DB }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	if _, err := h.db.ExecContext(ctx, "UPDATE orders SET state = 'paid' WHERE id = ?", t.Payload()); err != nil { // want "QG203"
		log.Print(err)
	}
	return nil
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
	_, err := h.db.ExecContext(ctx, "UPDATE orders SET state = 'paid' WHERE id = ?", t.Payload())
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
		if h.Ack != jobs.ByReturn || !h.ReturnsError() || h.Loop {
			continue
		}
		function(p, h.Fn)
		recovers(p, h)
		uncommitted(p, h)
		for _, inner := range bodies(h.Fn) {
			function(p, inner)
		}
	}
}

func function(p *finding.Pass, fn *ssa.Function) {
	for _, s := range p.Effects.Sites(fn) {
		if !s.Spawned() && !s.Deferred() {
			check(p, s)
		}
	}
}

// bodies gives the function literals that are a handler's body: given to a call whose error the handler returns as it is, return lock.With(func() error {…}).
func bodies(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(*ssa.Call)
			if !ok || !isReturned(flow.ErrorOf(call)) {
				continue
			}
			for _, v := range flow.Args(&call.Call) {
				made, ok := flow.Origin(v).(*ssa.MakeClosure)
				if !ok {
					continue
				}
				results := made.Fn.(*ssa.Function).Signature.Results()
				if n := results.Len(); n > 0 && library.IsError(results.At(n-1).Type()) {
					out = append(out, made.Fn.(*ssa.Function))
				}
			}
		}
	}
	return out
}

func isReturned(err ssa.Value) bool {
	if err == nil {
		return false
	}
	for _, r := range *err.Referrers() {
		switch r.(type) {
		case *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	return len(*err.Referrers()) > 0
}

func check(p *finding.Pass, s *effects.Site) {
	write := s.HasKind(effects.Insert, effects.Upsert, effects.Update, effects.FindOrCreate, effects.Publish, effects.PublishTx, effects.Payment)
	read := s.HasKind(effects.Read, effects.LockRead)
	goesOn := write != nil && !overwritten(p, s, write)
	switch {
	case write != nil && unread(s.Call):
		if goesOn && flow.MayReturnNil(s.Call) {
			p.AtCall(diag.Warning, s.Call, "the error of %s is not looked at: if it fails, %s", write.What, outcome(s))
		}
	case write != nil && dropped(p, s, goesOn), write == nil && read != nil && dropped(p, s, false):
		e := write
		if e == nil {
			e = read
		}
		p.AtCall(diag.Warning, s.Call, "the handler goes on as if %s had not failed: %s", e.What, outcome(s))
	}
}

// overwritten tells an update of a table that the handler updates again later: a mark on the way, which the later one replaces.
func overwritten(p *finding.Pass, s *effects.Site, write *effects.Effect) bool {
	if write.Kind != effects.Update || write.Table == "" {
		return false
	}
	for _, later := range p.Effects.Sites(s.Call.Parent()) {
		again := later.Has(func(e *effects.Effect) bool {
			return (e.Kind == effects.Update || e.Kind == effects.Upsert) && e.Store == write.Store && e.Table == write.Table
		})
		if again != nil && later != s && flow.Reaches(s.Call, later.Call) {
			return true
		}
	}
	return false
}

// unread tells a call whose error nobody looks at.
func unread(call ssa.CallInstruction) bool {
	v, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	if library.Is(v.Type(), library.Gorm, "DB") {
		for _, r := range *v.Referrers() {
			if _, ok := r.(*ssa.DebugRef); !ok {
				return false
			}
		}
		return true
	}
	if !flow.ReturnsError(call.Common()) {
		return false
	}
	err := flow.ErrorOf(call)
	return err == nil || len(*err.Referrers()) == 0
}

// errorOf gives a call's error, for gorm the Error of what it returns.
func errorOf(call ssa.CallInstruction) ssa.Value {
	v := call.Value()
	if v == nil || !library.Is(v.Type(), library.Gorm, "DB") {
		return flow.ErrorOf(call)
	}
	for _, r := range *v.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok || !library.IsError(f.Type().(*types.Pointer).Elem()) {
			continue
		}
		for _, u := range *f.Referrers() {
			if load, ok := u.(*ssa.UnOp); ok {
				return load
			}
		}
	}
	return nil
}

// dropped tells that the failure's branch ends as success does: by a return of nil at once, or by going on, where that counts.
func dropped(p *finding.Pass, s *effects.Site, goesOn bool) bool {
	err := errorOf(s.Call)
	if err == nil {
		return false
	}
	for _, v := range flow.Aliases(err) {
		if !onlyLogged(v, 0) {
			return false
		}
	}
	tests := flow.Tests(err)
	if len(tests) != 1 {
		return false
	}
	t := tests[0]
	if len(t.Failed.Preds) > 1 { // if err == nil { … } with nothing for the failure
		return goesOn && flow.MayReturnNil(t.If)
	}
	return ends(p, s, t.Failed, goesOn && !warns(t.Failed))
}

// ends walks the failure's own blocks: they must decide nothing, do nothing durable, and lead to a nil return or back to the common way.
func ends(p *finding.Pass, s *effects.Site, failed *ssa.BasicBlock, goesOn bool) bool {
	sites := p.Effects.Sites(s.Call.Parent())
	for b, steps := failed, 0; steps < 20; steps++ {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Return:
				return isNilIn(flow.Result(i), failed)
			case *ssa.If, *ssa.Panic, *ssa.Go, *ssa.Send, *ssa.MapUpdate, *ssa.Store:
				if st, ok := i.(*ssa.Store); ok && (local(st.Addr) || result(st.Addr)) {
					continue
				}
				return false
			case ssa.CallInstruction:
				for _, other := range sites {
					if other.Call == i && other.Durable() != nil {
						return false
					}
				}
			}
		}
		if len(b.Succs) != 1 {
			return false
		}
		if next := b.Succs[0]; failed.Dominates(next) {
			b = next
			continue
		}
		return goesOn && flow.MayReturnNil(b.Instrs[len(b.Instrs)-1])
	}
	return false
}

// warns tells a failure that is logged below the level of errors: one that its author means to live with.
func warns(failed *ssa.BasicBlock) bool {
	found := false
	for _, i := range failed.Instrs {
		call, ok := i.(ssa.CallInstruction)
		if !ok {
			continue
		}
		switch fn := flow.Callee(call.Common()); {
		case fn == nil:
		case hasPrefix(fn.Name(), "Warn", "Info", "Debug", "Trace"):
			found = true
		case hasPrefix(fn.Name(), "Error") && len(flow.Args(call.Common())) > 0:
			return false
		}
	}
	return found
}

func hasPrefix(name string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// result tells a local variable, in which a function with deferred calls keeps its results.
func result(addr ssa.Value) bool {
	alloc, ok := addr.(*ssa.Alloc)
	return ok && !alloc.Heap
}

// local tells the slice of a variadic call's arguments.
func local(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.IndexAddr:
		_, ok := a.X.(*ssa.Alloc)
		return ok
	}
	return false
}

// onlyLogged tells an error that is compared with nil and written to a log, and nothing else.
func onlyLogged(v ssa.Value, depth int) bool {
	if depth > 6 || v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			if !flow.IsNil(r.X) && !flow.IsNil(r.Y) {
				return false
			}
		case *ssa.DebugRef:
		case *ssa.MakeInterface:
			if !onlyLogged(r, depth+1) {
				return false
			}
		case *ssa.ChangeInterface:
			if !onlyLogged(r, depth+1) {
				return false
			}
		case *ssa.Store:
			if !loggedStore(r, depth) {
				return false
			}
		case *ssa.Call:
			if !logs(&r.Call) && !(textOf(&r.Call) && onlyLogged(r, depth+1)) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// loggedStore tells an error put into the arguments of a log call.
func loggedStore(s *ssa.Store, depth int) bool {
	ia, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	alloc, ok := ia.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *alloc.Referrers() {
		if slice, ok := r.(*ssa.Slice); ok && !onlyLogged(slice, depth+1) {
			return false
		}
	}
	return true
}

// textOf tells calls that only put an error into another form for a log: err.Error(), zap.Error(err).
func textOf(c *ssa.CallCommon) bool {
	if c.IsInvoke() && c.Method.Name() == "Error" && len(c.Args) == 0 {
		return true
	}
	fn := flow.Callee(c)
	if fn == nil {
		return false
	}
	results := c.Signature().Results()
	return results.Len() == 1 && !library.IsError(results.At(0).Type()) && (logPackage(fn.Pkg().Path()) || fn.Pkg().Path() == "fmt" && strings.HasPrefix(fn.Name(), "Sprint"))
}

// logs tells a call that writes to a log, a trace or a metric: by its package, or a method by the usual names without a result.
func logs(c *ssa.CallCommon) bool {
	fn := flow.Callee(c)
	if fn == nil {
		return false
	}
	if path := fn.Pkg().Path(); logPackage(path) || path == "fmt" && strings.HasPrefix(fn.Name(), "Print") {
		return c.Signature().Results().Len() == 0 || path == "fmt"
	}
	if c.Signature().Results().Len() != 0 {
		return false
	}
	name := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(fn.Name(), "f"), "w"), "ln"), "Context")
	switch name {
	case "Error", "Warn", "Warning", "Info", "Debug", "Print", "Log", "RecordError", "CaptureException":
		return true
	}
	return false
}

func logPackage(path string) bool {
	for _, p := range []string{"log", "log/slog", "go.uber.org/zap", "github.com/sirupsen/logrus", "github.com/rs/zerolog", "k8s.io/klog", "github.com/golang/glog", "go.opentelemetry.io/otel", "github.com/go-logr/logr"} {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}
