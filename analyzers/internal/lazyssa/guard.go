package lazyssa

import (
	"fmt"
	"runtime/debug"

	"golang.org/x/tools/go/analysis"
)

// Guarded turns a fault of a pass into an error about the package: a driver says it, and judges the other packages.
func Guarded(run func(*analysis.Pass) (any, error)) func(*analysis.Pass) (any, error) {
	return func(pass *analysis.Pass) (result any, err error) {
		defer func() {
			if fault := recover(); fault != nil {
				result, err = nil, fmt.Errorf("fault of %s in %s, please report it: %v\n%s", pass.Analyzer.Name, pass.Pkg.Path(), fault, debug.Stack())
			}
		}()
		return run(pass)
	}
}
