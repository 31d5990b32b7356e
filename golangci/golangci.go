// Package golangci is qlint's plugin for golangci-lint: a module plugin that the file .custom-gcl.yml of a repository names.
package golangci

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/internal/modular"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Name is the linter's name in .golangci.yml.
const Name = "qlint"

// golangci-lint finds a plugin by the call that its package makes when it is linked in: there is no other way.
func init() { register.Plugin(Name, New) }

// Settings are those of .golangci.yml. Rules are ids, slugs or globs of either.
type Settings struct {
	// Disable leaves rules out; Info shows the infos of rules too.
	Disable []string `json:"disable"`
	Info    []string `json:"info"`
	// Tests and Generated report in test files and in generated files too.
	Tests     bool `json:"tests"`
	Generated bool `json:"generated"`
}

// New makes the plugin from its settings in .golangci.yml.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, err
	}
	return &plugin{s}, nil
}

type plugin struct{ settings Settings }

// GetLoadMode says that types are needed.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers makes the passes. golangci-lint keeps what they find as long as Go code, configuration and the passes' names stay the same: the
// last pass does nothing, and its name changes with everything else that they read.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	passes := modular.Passes()
	if err := known(slices.Concat(p.settings.Disable, p.settings.Info), passes); err != nil {
		return nil, err
	}
	var out []*analysis.Analyzer
	for _, pass := range passes {
		if matches(p.settings.Disable, &pass.Rule.Doc) {
			continue
		}
		for name, on := range map[string]bool{
			"info": matches(p.settings.Info, &pass.Rule.Doc), "tests": p.settings.Tests, "generated": p.settings.Generated,
			"nolint": false, // golangci-lint's own comment is its own to judge: it says which of them are of no use
		} {
			if err := pass.Analyzer.Flags.Set(name, strconv.FormatBool(on)); err != nil {
				return nil, fmt.Errorf("%s: %w", pass.Analyzer.Name, err)
			}
		}
		out = append(out, pass.Analyzer)
	}
	return append(out, &analysis.Analyzer{
		Name: "inputs_" + hex.EncodeToString(modular.Digest())[:16],
		Doc:  "inputs: its name stands for the schema and the settings that the other passes read",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}), nil
}

// known makes sure that every name means a rule.
func known(names []string, passes []modular.Pass) error {
	for _, name := range names {
		if !slices.ContainsFunc(passes, func(p modular.Pass) bool { return p.Rule.Doc.Matches(name) }) {
			return fmt.Errorf("qlint: %s is no rule for Go; `qlint rules` lists all", name)
		}
	}
	return nil
}

func matches(names []string, doc *ruledoc.Doc) bool { return slices.ContainsFunc(names, doc.Matches) }
