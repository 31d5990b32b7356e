package effects

import (
	"fmt"
	"go/types"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
)

// Program knows the effects of a whole program: what stands behind its interfaces, and which functions a handler reaches. A nil Program
// knows nothing: interface calls have no effect and only what a package shows by itself is reached.
type Program struct {
	effects *analysis.Analyzer
	nodes   map[*types.Func]*node
	types   []*types.Named
	reached map[*types.Func]bool
	given   map[parameter]*given
	mu      sync.Mutex // guards memo
	memo    map[*types.Func]*Summary
}

// node is what one function does and calls.
type node struct {
	summary *Summary
	calls   []*types.Func
	handler bool
}

// NewProgram works out the effects of every function of the packages, and of those they import through facts: an interface is seen through
// where one of the packages implements it. Syntax and types are needed for all, the imported ones too.
func NewProgram(pkgs []*packages.Package) (*Program, error) {
	graph, err := checker.Analyze([]*analysis.Analyzer{Analyzer}, pkgs, nil)
	if err != nil {
		return nil, fmt.Errorf("effects of the program: %w", err)
	}
	p := &Program{nodes: map[*types.Func]*node{}, reached: map[*types.Func]bool{}, memo: map[*types.Func]*Summary{}, given: map[parameter]*given{}}
	for act := range graph.All() {
		if r, ok := act.Result.(*Result); ok && act.Err == nil {
			p.add(r)
		}
	}
	for fn, n := range p.nodes {
		if n.handler {
			p.reach(fn)
		}
	}
	p.effects = newAnalyzer(p)
	return p, nil
}

// Analyzer gives the effects pass that resolves interfaces by this program.
func (p *Program) Analyzer() *analysis.Analyzer {
	if p == nil {
		return Analyzer
	}
	return p.effects
}

// Reached tells that a handler somewhere in the program calls a function, itself or through others.
func (p *Program) Reached(fn *types.Func) bool {
	return p != nil && fn != nil && p.reached[fn.Origin()]
}

// testDoubles are the packages by whose import a package of mocks is known.
var testDoubles = []string{"github.com/stretchr/testify/mock", "go.uber.org/mock/gomock", "github.com/golang/mock/gomock", "testing"}

func (p *Program) add(r *Result) {
	pkg := r.pass.Pkg
	doubles := slices.ContainsFunc(pkg.Imports(), func(i *types.Package) bool { return slices.Contains(testDoubles, i.Path()) })
	if !doubles {
		for _, name := range pkg.Scope().Names() {
			if tn, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && !tn.IsAlias() {
				if n, ok := tn.Type().(*types.Named); ok && !types.IsInterface(n) {
					p.types = append(p.types, n)
				}
			}
		}
	}
	handlers := map[*ssa.Function]bool{}
	for _, h := range jobs.Find(r.source) {
		handlers[h.Fn] = true
	}
	literals := map[*ssa.Function]*types.Func{}
	for _, fn := range r.source.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok {
			obj = types.NewFunc(fn.Pos(), pkg, fn.Name(), fn.Signature) // a literal: its own node
			literals[fn] = obj
		}
		n := &node{summary: r.OfLiteral(fn), handler: handlers[fn]}
		n.calls = callsOf(fn)
		p.nodes[obj.Origin()] = n
	}
	for _, fn := range r.source.Funcs() {
		p.addGiven(fn, literals)
	}
}

// callsOf gives the functions and interface methods that a function calls, its literals included.
func callsOf(fn *ssa.Function) []*types.Func {
	var out []*types.Func
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				if callee := flow.Callee(call.Common()); callee != nil {
					out = append(out, callee)
				}
			}
			for _, op := range i.Operands(nil) {
				if f, ok := (*op).(*ssa.Function); ok && f != nil && f.Parent() == fn {
					out = append(out, callsOf(f)...)
				}
			}
		}
	}
	return out
}

func (p *Program) reach(fn *types.Func) {
	if p.reached[fn] {
		return
	}
	p.reached[fn] = true
	if n := p.nodes[fn]; n != nil {
		for _, c := range n.calls {
			p.reach(c)
		}
		return
	}
	for _, impl := range p.implementations(fn) {
		p.reach(impl)
	}
}

// implementations gives the methods that a call of an interface method may run.
func (p *Program) implementations(method *types.Func) []*types.Func {
	recv := method.Type().(*types.Signature).Recv()
	if recv == nil || !types.IsInterface(recv.Type()) {
		return nil
	}
	iface, ok := recv.Type().Underlying().(*types.Interface)
	if !ok || iface.NumMethods() == 0 {
		return nil
	}
	var out []*types.Func
	for _, n := range p.types {
		if n.TypeParams().Len() > 0 {
			continue
		}
		ptr := types.NewPointer(n)
		if !types.Implements(ptr, iface) {
			continue
		}
		obj, _, _ := types.LookupFieldOrMethod(ptr, true, n.Obj().Pkg(), method.Name())
		if fn, ok := obj.(*types.Func); ok {
			out = append(out, fn.Origin())
		}
	}
	return out
}

// resolve gives the effects that every implementation of an interface method has.
func (p *Program) resolve(method *types.Func) *Summary {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.resolved(method)
}

func (p *Program) resolved(method *types.Func) *Summary {
	if s, ok := p.memo[method]; ok {
		return s
	}
	p.memo[method] = nil // recursion ends here
	var common *Summary
	for _, impl := range p.implementations(method) {
		s := p.whole(impl, map[*types.Func]bool{})
		if common == nil {
			common = &Summary{Effects: s}
			continue
		}
		common.Effects = slices.DeleteFunc(common.Effects, func(e Effect) bool {
			return !slices.ContainsFunc(s, func(o Effect) bool { return o.Kind == e.Kind && o.Table == e.Table })
		})
	}
	p.memo[method] = common
	return common
}

// whole gives a function's own effects and those behind the interfaces that it calls.
func (p *Program) whole(fn *types.Func, seen map[*types.Func]bool) []Effect {
	if seen[fn] {
		return nil
	}
	seen[fn] = true
	n := p.nodes[fn]
	if n == nil {
		if s := p.resolved(fn); s != nil {
			return s.Effects
		}
		return nil
	}
	out := slices.Clone(n.summary.Effects)
	for i := range out {
		if out[i].Scope == FromParam {
			out[i].Scope = UnknownScope
		}
		if out[i].Key == ParamKey {
			out[i].Key = UnknownKey
		}
		out[i].Given = false
	}
	for _, c := range n.calls {
		for _, e := range p.whole(c, seen) {
			if len(out) < maxEffects && !slices.ContainsFunc(out, e.same) {
				out = append(out, e)
			}
		}
	}
	return out
}
