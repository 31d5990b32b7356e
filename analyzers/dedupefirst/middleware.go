package dedupefirst

import (
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// middlewares reports watermill's Deduplicator within a Retry: the first middleware added is the outermost, so each retry asks the deduplicator again, which has marked the
// message at the first try (measured with watermill 1.5: the work is never done).
func middlewares(p *finding.Pass) {
	for _, fn := range p.Source.Funcs() {
		ordered(p, fn)
	}
}

func ordered(p *finding.Pass, fn *ssa.Function) {
	retried := false
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			callee := flow.Callee(call.Common())
			if callee == nil || callee.Name() != "AddMiddleware" {
				continue
			}
			if id, _ := library.OfPackage(callee.Pkg()); id != library.Watermill {
				continue
			}
			list, ok := flow.Elements(flow.Args(call.Common())[0])
			if !ok {
				return
			}
			for _, m := range list {
				switch name := middlewareOf(m); {
				case name == "Retry":
					retried = true
				case name == "Deduplicator" && retried:
					p.AtCall(diag.Warning, call, "Deduplicator within Retry: it marks a message at the first try, so the retry of a failed one is dropped as a duplicate")
					return
				}
			}
		}
	}
}

// middlewareOf names the type whose Middleware method a value is.
func middlewareOf(v ssa.Value) string {
	made, ok := flow.Origin(v).(*ssa.MakeClosure)
	if !ok || len(made.Bindings) != 1 {
		return ""
	}
	id, _, name := library.Type(made.Bindings[0].Type())
	if id != library.Watermill {
		return ""
	}
	return name
}
