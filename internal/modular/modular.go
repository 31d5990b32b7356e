// Package modular makes the Go passes for drivers that see one package at a time and know no severities: go vet, golangci-lint. Errors and warnings
// are reported, as the module's qlint.toml grades them.
package modular

import (
	"fmt"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/analyzers"
)

// Pass is a pass with its rule.
type Pass struct {
	Rule     analyzers.Rule
	Analyzer *analysis.Analyzer
}

// Passes are all passes, by id. They share what they read of settings.
func Passes() []Pass {
	known := &policies{}
	var out []Pass
	for _, rule := range analyzers.All() {
		out = append(out, Pass{rule, governed(rule, known)})
	}
	return out
}

// CheckSettings reads the settings that count for a package's folder, and says what is wrong with them.
func CheckSettings(dir string) error {
	_, err := policyOf(dir)
	return err
}

// policies are those of the folders that were asked for.
type policies struct{ byFolder sync.Map }

func (p *policies) of(pass *analysis.Pass) (*policy, error) {
	if len(pass.Files) == 0 {
		return &policy{}, nil
	}
	dir := filepath.Dir(pass.Fset.PositionFor(pass.Files[0].FileStart, false).Filename)
	once, _ := p.byFolder.LoadOrStore(dir, sync.OnceValues(func() (*policy, error) { return policyOf(dir) }))
	return once.(func() (*policy, error))()
}

// governed is a rule's pass with the settings applied to what it finds.
func governed(rule analyzers.Rule, known *policies) *analysis.Analyzer {
	a := rule.New(nil)
	run, infos := a.Run, a.Flags.Lookup("info").Value
	a.Run = func(pass *analysis.Pass) (any, error) {
		silent := *pass
		silent.Report = func(analysis.Diagnostic) {} // decided below, by the severity that a diagnostic does not have
		result, err := run(&silent)
		if err != nil {
			return nil, err
		}
		found, ok := result.(analyzers.Findings)
		if !ok {
			return nil, fmt.Errorf("%s gave %T", a.Name, result)
		}
		if len(found.Findings) == 0 {
			return result, nil
		}
		p, err := known.of(pass)
		if err != nil {
			return nil, err
		}
		for _, f := range found.Findings {
			if p.shows(&rule.Doc, f, pass.Fset.PositionFor(f.Pos, false).Filename, infos.String() == "true") {
				pass.Report(f.Diagnostic(rule.Doc.ID))
			}
		}
		return result, nil
	}
	return a
}
