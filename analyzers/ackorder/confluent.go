package ackorder

import (
	"go/ast"
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// commitsByItself tells a package that configures a consumer group and leaves the commits to librdkafka: enable.auto.commit and
// enable.auto.offset.store are true unless set, and an offset is stored as soon as its message is handed out.
func commitsByItself(p *finding.Pass) bool {
	group := false
	literals(p, func(lit *ast.CompositeLit, t types.Type) {
		if library.Is(t, library.Confluent, "ConfigMap") {
			group = group || hasKey(p, lit, "group.id")
		}
	})
	return group && !setsCommits(p) && !commits(p)
}

func hasKey(p *finding.Pass, lit *ast.CompositeLit, key string) bool {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok && isText(p, kv.Key, key) {
			return true
		}
	}
	return false
}

func isText(p *finding.Pass, e ast.Expr, text string) bool {
	v := p.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == text
}

// setsCommits tells a package that names one of the settings, whatever it sets it to, or that takes settings from elsewhere.
func setsCommits(p *finding.Pass) bool {
	found := false
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(ast.Expr); ok && (isText(p, e, "enable.auto.commit") || isText(p, e, "enable.auto.offset.store") || isText(p, e, "auto.commit.enable")) {
				found = true
			}
			return !found
		})
	}
	return found
}

// commits tells a package that commits or stores offsets itself.
func commits(p *finding.Pass) bool {
	for _, fn := range p.Source.Funcs() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if call, ok := i.(ssa.CallInstruction); ok {
					if verb, id := jobs.VerbOf(call); id == library.Confluent && verb == jobs.Done {
						return true
					}
				}
			}
		}
	}
	return false
}
