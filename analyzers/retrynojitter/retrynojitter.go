// Package retrynojitter reports delays between tries that are the same for every job.
package retrynojitter

import (
	"go/ast"
	"go/constant"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG202",
	Slug:     "retrynojitter",
	Severity: diag.Info,
	Summary:  "retry delay without jitter, or without any delay",
	Why: `Jobs that fail together, because a service is down, come back together when their delays are equal, and bring it down again. asynq's and river's own delays are jittered; a
RetryDelayFunc or NextRetry that is a plain function of the attempt is not, nor is watermill's Retry without RandomizationFactor.

A warning where watermill's Retry has MaxRetries and no InitialInterval: the tries follow each other without a pause (measured with watermill 1.5.1).`,
	Fix: "Add a random part to the delay: rand.N of a share of it. Give watermill's Retry an InitialInterval, and a RandomizationFactor of 0.5.",
	Bad: `-- a.go --
package a

import (
	"time"

	"github.com/hibiken/asynq"
)

var config = asynq.Config{
	RetryDelayFunc: func(n int, err error, t *asynq.Task) time.Duration { // want "QG202"
		return time.Duration(n) * time.Minute
	},
}
`,
	Good: `-- a.go --
package a

import (
	"math/rand/v2"
	"time"

	"github.com/hibiken/asynq"
)

var config = asynq.Config{
	RetryDelayFunc: func(n int, err error, t *asynq.Task) time.Duration {
		return time.Duration(n)*time.Minute + rand.N(time.Minute)
	},
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	for _, fn := range p.Source.Funcs() {
		if name := delays(fn); name != "" && plain(fn) {
			p.Add(finding.Finding{Severity: diag.Info, Pos: fn.Pos(), End: fn.Pos() + 1, Message: name + " gives every job the same delay: jobs that failed together come back together"})
		}
	}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.CompositeLit); ok && library.Is(p.TypesInfo.TypeOf(lit), library.Watermill, "Retry") {
				watermill(p, lit)
			}
			retryLibraries(p, n)
			return true
		})
	}
}

// delays names a function that gives the delay before the next try, by its signature: asynq's RetryDelayFunc, river's NextRetry.
func delays(fn *ssa.Function) string {
	sig := fn.Signature
	if sig.Results().Len() != 1 {
		return ""
	}
	result := sig.Results().At(0).Type().String()
	params := sig.Params()
	switch {
	case result == "time.Duration" && params.Len() == 3 && library.IsError(params.At(1).Type()) && library.Is(params.At(2).Type(), library.Asynq, "Task"):
		return "the retry delay"
	case result == "time.Time" && fn.Name() == "NextRetry" && params.Len() == 1 && library.Is(params.At(0).Type(), library.River, "Job"):
		return "NextRetry"
	case result == "time.Time" && fn.Name() == "NextRetry" && params.Len() == 1 && library.Is(params.At(0).Type(), library.River, "JobRow"):
		return "NextRetry"
	case result == "int64" && params.Len() == 1 && library.Is(params.At(0).Type(), library.Gocraft, "Job"):
		return "the backoff"
	}
	return ""
}

// plain tells a delay that is computed from what the function is given, without calls but those of time and math: any other may bring a random part, or what a server asked for.
func plain(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case ssa.CallInstruction:
				callee := flow.Callee(i.Common())
				if callee == nil {
					if _, ok := i.Common().Value.(*ssa.Builtin); !ok {
						return false
					}
					continue
				}
				if path := callee.Pkg().Path(); path != "time" && path != "math" {
					return false
				}
			case *ssa.Return:
				if zero(i.Results[0]) {
					return false // river: the client's own policy
				}
			}
		}
	}
	return len(fn.Blocks) > 0
}

// zero tells a literal time.Time{}.
func zero(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return strings.HasSuffix(v.Type().String(), "time.Time")
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && len(*a.Referrers()) == 1
	}
	return false
}

func watermill(p *finding.Pass, lit *ast.CompositeLit) {
	set := map[string]ast.Expr{}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				set[key.Name] = kv.Value
			}
		}
	}
	tries := set["MaxRetries"]
	if tries == nil {
		return
	}
	if v := p.TypesInfo.Types[tries].Value; v != nil && constant.Sign(v) == 0 {
		return
	}
	switch {
	case isZero(p, set["InitialInterval"]):
		p.At(diag.Warning, lit, "Retry without InitialInterval tries again without a pause")
	case isZero(p, set["RandomizationFactor"]):
		p.At(diag.Info, lit, "Retry without RandomizationFactor gives every message the same delays")
	}
}

// isZero tells a field that is left out or constant zero.
func isZero(p *finding.Pass, e ast.Expr) bool {
	if e == nil {
		return true
	}
	v := p.TypesInfo.Types[e].Value
	return v != nil && constant.Sign(v) == 0
}
