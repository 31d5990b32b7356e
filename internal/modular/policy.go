package modular

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/discover"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
	"github.com/qlint-dev/qlint/rules"
)

// policy says what of the findings is shown: errors and warnings, as the settings of the module grade them. Without settings, all of them.
type policy struct {
	settings *settings.Settings
	// root is the repository's folder: globs and paths are relative to it.
	root string
}

// settingsOf finds the settings of a module: the nearest file from its folder up to the repository's root. The file is "" for none.
func settingsOf(module string) (file, root string) {
	root, err := discover.Find(module)
	if err != nil {
		return "", module
	}
	for dir := module; ; dir = filepath.Dir(dir) {
		for _, name := range settings.Names {
			at := filepath.Join(dir, name)
			if info, err := os.Stat(at); err == nil && info.Mode().IsRegular() {
				return at, root
			}
		}
		if dir == root || dir == filepath.Dir(dir) {
			return "", root
		}
	}
}

// policyOf reads the settings that count for a package's folder.
func policyOf(dir string) (*policy, error) {
	module := above(dir, "go.mod")
	if module == "" {
		return &policy{}, nil
	}
	at, root := settingsOf(module)
	if at == "" {
		return &policy{}, nil
	}
	data, err := os.ReadFile(at)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	file := source.New(at, data)
	read, errs := settings.Read(file, docs())
	if len(errs) > 0 {
		first := errs[0].Span.First(source.CodePoints)
		return nil, fmt.Errorf("%s:%d:%d: %s", at, first.Line, first.Column, errs[0].Message)
	}
	if base, err := filepath.Rel(root, filepath.Dir(at)); err == nil && base != "." {
		read.Base = filepath.ToSlash(base)
	}
	return &policy{read, root}, nil
}

// docs are the documentations of all rules: settings name those for configuration too.
func docs() []*ruledoc.Doc {
	var out []*ruledoc.Doc
	for _, r := range rules.All() {
		out = append(out, &r.Doc)
	}
	for _, r := range analyzers.All() {
		out = append(out, &r.Doc)
	}
	return out
}

// shows says whether a finding in a file is reported. Infos are where they are asked for.
func (p *policy) shows(doc *ruledoc.Doc, f analyzers.Finding, file string, infos bool) bool {
	d := &diag.Diagnostic{Severity: f.Severity}
	if s := p.settings; s != nil {
		if level, _ := s.Level(doc); level.Off {
			return false
		}
		s.Adjust(d, doc)
		rel, err := filepath.Rel(p.root, file)
		if err == nil && (slices.ContainsFunc(s.Exclude, p.matches(rel)) || p.ignores(doc, rel)) {
			return false
		}
	}
	return infos || d.Severity >= diag.Warning
}

func (p *policy) ignores(doc *ruledoc.Doc, rel string) bool {
	today := time.Now().Format(time.DateOnly)
	return slices.ContainsFunc(p.settings.Ignores, func(i settings.Ignore) bool {
		ended := !i.Until.IsZero() && today > i.Until.Format(time.DateOnly)
		return !ended && strings.TrimSpace(i.Reason) != "" && p.matches(rel)(i.Path) && slices.ContainsFunc(i.Rules, doc.Matches)
	})
}

// matches tells the globs that mean a path.
func (p *policy) matches(rel string) func(glob string) bool {
	return func(glob string) bool {
		ok, err := doublestar.Match(path.Join(p.settings.Base, glob), filepath.ToSlash(rel))
		return err == nil && ok
	}
}
