package effects

import (
	"fmt"
	"go/constant"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/lazyssa"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Summary is the fact on a function: what it does, seen from its caller.
type Summary struct {
	Effects []Effect
	// Const is the one text that the function returns.
	Const string
	// Fresh tells that its first result is minted on each call.
	Fresh bool
	// Unique tells that it tests an error for a unique violation, Absent for a row that isn't there.
	Unique, Absent bool
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

// String is printed by tests of facts.
func (s *Summary) String() string {
	var out []string
	for i := range s.Effects {
		out = append(out, s.Effects[i].String())
	}
	return strings.Join(out, "; ")
}

func (s *Summary) empty() bool {
	return len(s.Effects) == 0 && s.Const == "" && !s.Fresh && !s.Unique && !s.Absent
}

// maxEffects bounds a function's summary.
const maxEffects = 40

// Analyzer gives a *Result, from facts alone.
var Analyzer = newAnalyzer(nil)

func newAnalyzer(p *Program) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:             "effects",
		Doc:              "effects: what functions do to databases, queues and services",
		Requires:         []*analysis.Analyzer{lazyssa.Analyzer},
		FactTypes:        []analysis.Fact{(*Summary)(nil), (*Tables)(nil)},
		ResultType:       reflect.TypeFor[*Result](),
		RunDespiteErrors: true,
		Run:              lazyssa.Guarded(func(pass *analysis.Pass) (any, error) { return run(pass, p) }),
	}
}

// Result gives the effects of one package's calls. Its methods may be called from several passes at once.
type Result struct {
	mu sync.Mutex
	*analysisState
}

func run(pass *analysis.Pass, program *Program) (any, error) {
	src := pass.ResultOf[lazyssa.Analyzer].(*lazyssa.Source)
	a := &analysisState{pass: pass, program: program, source: src, sites: map[*ssa.Function][]*Site{}, summaries: map[*ssa.Function]*Summary{}}
	if t := entTables(pass); t != nil {
		pass.ExportPackageFact(t)
	}
	for _, fn := range src.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			continue
		}
		if s := a.summarize(fn); !s.empty() {
			pass.ExportObjectFact(obj.Origin(), s)
		}
	}
	return &Result{analysisState: a}, nil
}

// analysisState holds one package's calls and summaries as they are worked out.
type analysisState struct {
	pass      *analysis.Pass
	program   *Program
	source    *lazyssa.Source
	sites     map[*ssa.Function][]*Site
	summaries map[*ssa.Function]*Summary
}

// Sites gives a function's calls that do something, in the order of its blocks. Literals that a call runs count at the call.
func (r *Result) Sites(fn *ssa.Function) []*Site {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sitesOf(fn)
}

// Fresh tells a value minted anew at each run; clock counts the time too.
func (r *Result) Fresh(v ssa.Value, clock bool) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.fresh(v, clock)
}

// Of gives a function's summary, nil where nothing is known of it.
func (r *Result) Of(fn *types.Func) *Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.Summary(fn)
}

// OfLiteral gives the summary of a function or literal of this package.
func (r *Result) OfLiteral(fn *ssa.Function) *Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.summarize(fn)
}

// Summary gives a function's summary: worked out in this package, a fact of another, or an interface method's by the whole program.
func (a *analysisState) Summary(fn *types.Func) *Summary {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	if recv := fn.Type().(*types.Signature).Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return a.program.resolve(fn)
	}
	if fn.Pkg() == a.pass.Pkg {
		if pkg := a.source.Package(); pkg != nil {
			if f := pkg.Prog.FuncValue(fn); f != nil {
				return a.summarize(f)
			}
		}
		return nil
	}
	s := &Summary{}
	if !a.pass.ImportObjectFact(fn, s) {
		return nil
	}
	return s
}

func (a *analysisState) summarize(fn *ssa.Function) *Summary {
	if s, ok := a.summaries[fn]; ok {
		return s
	}
	s := &Summary{}
	a.summaries[fn] = s // a recursive call sees what is known so far: nothing
	if fn.Blocks == nil {
		return s
	}
	takesError := slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return library.IsError(p.Type()) })
	if takesError {
		s.Unique, s.Absent = a.mentions(fn, uniqueViolation), a.mentions(fn, absentRow)
	}
	s.Const, s.Fresh = constResult(fn), a.freshResult(fn)
	for _, site := range a.sitesOf(fn) {
		if site.Spawned() {
			continue
		}
		for _, e := range site.Effects {
			if e.Place == "" {
				e.Place = a.place(site.Call)
			}
			if len(s.Effects) < maxEffects && !slices.ContainsFunc(s.Effects, e.same) {
				s.Effects = append(s.Effects, e)
			}
		}
	}
	return s
}

func (e *Effect) same(o Effect) bool {
	return e.Kind == o.Kind && e.Table == o.Table && e.What == o.What && e.Scope == o.Scope && e.Param == o.Param && e.Key == o.Key && e.Handled == o.Handled && e.Relative == o.Relative && e.ForUpdate == o.ForUpdate && e.Status == o.Status && e.StatusFrom == o.StatusFrom
}

func (a *analysisState) place(i ssa.Instruction) string {
	p := a.pass.Fset.Position(i.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

// constResult gives the one constant text that a function returns.
func constResult(fn *ssa.Function) string {
	if fn.Signature.Results().Len() != 1 || len(fn.Blocks) != 1 {
		return ""
	}
	if r, ok := last(fn.Blocks[0]).(*ssa.Return); ok {
		if c, ok := r.Results[0].(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
			return constant.StringVal(c.Value)
		}
	}
	return ""
}

func last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// freshResult tells that every return gives a minted value first.
func (a *analysisState) freshResult(fn *ssa.Function) bool {
	results := fn.Signature.Results()
	if results.Len() == 0 || library.IsError(results.At(0).Type()) || isBool(results.At(0).Type()) {
		return false
	}
	found := false
	for _, b := range fn.Blocks {
		r, ok := last(b).(*ssa.Return)
		if !ok {
			continue
		}
		if n := len(r.Results); n > 1 && library.IsError(r.Results[n-1].Type()) && !flow.IsNil(r.Results[n-1]) {
			if _, isConst := r.Results[0].(*ssa.Const); isConst {
				continue // the error's way
			}
		}
		if !a.fresh(r.Results[0], false) {
			return false
		}
		found = true
	}
	return found
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}
