package finding

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/internal/diag"
)

// Defect is a finding in a function that no handler of its own package reaches: a handler of another package may.
type Defect struct {
	Severity diag.Severity
	Likely   bool
	Message  string
	Place    string
}

// Defects is the fact on such a function. A rule's own fact type embeds it.
type Defects struct {
	List []Defect
}

// AFact marks Defects as a fact.
func (*Defects) AFact() {}

// String is printed by tests of facts.
func (d *Defects) String() string {
	var out []string
	for _, x := range d.List {
		out = append(out, x.Message+" at "+x.Place)
	}
	return strings.Join(out, "; ")
}

// Found gives the list, for rules that embed Defects.
func (d *Defects) Found() *[]Defect { return &d.List }

// maxDefects bounds the fact on one function.
const maxDefects = 8

// Spread scans every function, and reports what it finds where a handler reaches the function: in place within a package, at the handler's
// call across packages. With the whole program known every finding is reported in place.
func Spread[F any, P interface {
	*F
	analysis.Fact
	Found() *[]Defect
}](p *Pass, scan func(fn *ssa.Function) []Finding) {
	pending := map[*ssa.Function][]Defect{}
	for _, fn := range p.Source.Funcs() {
		found := scan(fn)
		if p.reached(fn) {
			for _, f := range found {
				p.Add(f)
			}
			continue
		}
		for _, f := range found {
			if info := p.file(f.Pos); info != nil && !info.ignored[p.Line(f.Pos)] && !strings.HasSuffix(p.Fset.Position(f.Pos).Filename, "_test.go") {
				pending[fn] = append(pending[fn], Defect{f.Severity, f.Likely, f.Message, p.Where(f.Pos)})
			}
		}
	}
	s := &spreader{p: p, pending: pending, total: map[*ssa.Function][]Defect{}, fact: func(fn *types.Func) []Defect {
		f := P(new(F))
		if fn.Pkg() == p.Pkg || !p.ImportObjectFact(fn, f) {
			return nil
		}
		return *f.Found()
	}}
	for _, fn := range p.Source.Funcs() {
		if p.reached(fn) {
			s.report(fn)
			continue
		}
		obj, ok := fn.Object().(*types.Func)
		if list := s.of(fn); ok && len(list) > 0 {
			f := P(new(F))
			*f.Found() = list
			p.ExportObjectFact(obj.Origin(), f)
		}
	}
}

func (p *Pass) reached(fn *ssa.Function) bool {
	if p.Jobs.ReachedBy(fn) != nil {
		return true
	}
	for f := fn; f != nil; f = f.Parent() {
		if obj, ok := f.Object().(*types.Func); ok && p.Program.Reached(obj) {
			return true
		}
	}
	return false
}

type spreader struct {
	p       *Pass
	pending map[*ssa.Function][]Defect
	total   map[*ssa.Function][]Defect
	fact    func(*types.Func) []Defect
}

// of gives a function's defects and those of the functions it calls.
func (s *spreader) of(fn *ssa.Function) []Defect {
	if list, ok := s.total[fn]; ok {
		return list
	}
	s.total[fn] = nil
	out := slices.Clone(s.pending[fn])
	s.calls(fn, func(_ ssa.CallInstruction, callee *ssa.Function, obj *types.Func) {
		var more []Defect
		if callee != nil && callee.Pkg == s.p.Source.Package() {
			more = s.of(callee)
		} else if obj != nil {
			more = s.fact(obj)
		}
		for _, d := range more {
			if len(out) < maxDefects && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	})
	for _, anon := range fn.AnonFuncs {
		for _, d := range s.of(anon) {
			if len(out) < maxDefects && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	s.total[fn] = out
	return out
}

func (s *spreader) calls(fn *ssa.Function, visit func(ssa.CallInstruction, *ssa.Function, *types.Func)) {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok && !call.Common().IsInvoke() {
				callee := call.Common().StaticCallee()
				if callee != nil && callee.Origin() != nil {
					callee = callee.Origin()
				}
				visit(call, callee, flow.Callee(call.Common()))
			}
		}
	}
}

// report says at the calls of a reached function what is wrong in the other packages' functions that it calls.
func (s *spreader) report(fn *ssa.Function) {
	if s.p.Program != nil {
		return
	}
	s.calls(fn, func(call ssa.CallInstruction, callee *ssa.Function, obj *types.Func) {
		if obj == nil {
			return
		}
		for _, d := range s.fact(obj) {
			pos, end := s.p.Span(call)
			s.p.Add(Finding{Severity: d.Severity, Likely: d.Likely, Pos: pos, End: end, Message: d.Message + ", in " + obj.Name() + " at " + d.Place})
		}
	})
}
