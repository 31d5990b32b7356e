package jobs

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/lazyssa"
)

// Analyzer gives a *Result.
var Analyzer = &analysis.Analyzer{
	Name:             "jobs",
	Doc:              "jobs: functions that handle jobs",
	Requires:         []*analysis.Analyzer{lazyssa.Analyzer},
	ResultType:       reflect.TypeFor[*Result](),
	RunDespiteErrors: true,
	Run: func(pass *analysis.Pass) (any, error) {
		return &Result{source: pass.ResultOf[lazyssa.Analyzer].(*lazyssa.Source)}, nil
	},
}

// Result gives a package's handlers and what they reach. Its methods may be called from several passes at once.
type Result struct {
	source   *lazyssa.Source
	once     sync.Once
	handlers []*Handler
	reached  map[*ssa.Function]*Handler
}

// Handlers gives the package's handlers.
func (r *Result) Handlers() []*Handler {
	r.once.Do(r.find)
	return r.handlers
}

// ReachedBy gives a handler that calls a function, itself or through others of the same package; nil where none does.
func (r *Result) ReachedBy(fn *ssa.Function) *Handler {
	r.once.Do(r.find)
	return r.reached[fn]
}

func (r *Result) find() {
	r.handlers = Find(r.source)
	r.reached = map[*ssa.Function]*Handler{}
	for _, h := range r.handlers {
		r.reach(h.Fn, h)
	}
}

func (r *Result) reach(fn *ssa.Function, h *Handler) {
	if fn.Origin() != nil {
		fn = fn.Origin()
	}
	if r.reached[fn] != nil || fn.Blocks == nil || fn.Pkg != r.source.Package() {
		return
	}
	r.reached[fn] = h
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if callee := call.Common().StaticCallee(); callee != nil {
					r.reach(callee, h)
				}
			}
			for _, op := range i.Operands(nil) {
				if f, ok := (*op).(*ssa.Function); ok && f != nil && f.Parent() == fn {
					r.reach(f, h)
				}
			}
		}
	}
}
