package gocheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/qlint-dev/qlint/analyzers"
)

// program is what was loaded.
type program struct {
	// listed are the packages of all main modules and those named, with their imports; named are those to report on. Both are without syntax.
	listed, named []*packages.Package
	// whole are the packages of all main modules that reach a library, with syntax; asked are those of them to report on.
	whole, asked []*packages.Package
	// all are those that were loaded, for their errors.
	all []*packages.Package
	// modules are the main modules' folders.
	modules []string
}

// environment is that of the go command: the one that is installed, and no other that it would download.
func (o *Options) environment() []string {
	env := append(os.Environ(), "GOTOOLCHAIN=local")
	if o.noWorkspace {
		env = append(env, "GOWORK=off")
	}
	return env
}

func (o *Options) load(ctx context.Context, mode packages.LoadMode, patterns []string) ([]*packages.Package, error) {
	cfg := &packages.Config{Context: ctx, Mode: mode, Dir: o.Dir, Env: o.environment(), Tests: o.Tests, Overlay: o.Overlay}
	// The go command would run git for each main package, and fail where the repository is none that git reads.
	cfg.BuildFlags = []string{"-buildvcs=false"}
	if o.Tags != "" {
		cfg.BuildFlags = append(cfg.BuildFlags, "-tags="+o.Tags)
	}
	pkgs, err := packages.Load(cfg, patterns...)
	if errors.Is(err, exec.ErrNotFound) {
		return nil, errNoGo
	} else if err != nil {
		text := strings.TrimPrefix(err.Error(), "err: exit status 1: stderr: ")
		return nil, fmt.Errorf("loading Go packages: %s", strings.TrimSpace(text))
	}
	return pkgs, nil
}

var errNoGo = errors.New("the go command is not installed: Go packages are loaded with it")

// load finds the packages of the main modules and those asked for, and loads what there is to judge with its syntax. Everything else, most of it,
// counts by its types alone, which the go command keeps compiled. Outside of modules the packages asked for are the program.
func load(ctx context.Context, o Options) (*program, error) {
	patterns := o.Patterns
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	mains, err := mainModules(ctx, o)
	if err != nil {
		return nil, err
	}
	if o.Module && len(mains) > 0 && !slices.ContainsFunc(mains, func(m module) bool { return isSame(m.Dir, o.Dir) }) {
		o.noWorkspace = true
		if mains, err = mainModules(ctx, o); err != nil {
			return nil, err
		}
	}
	p := &program{}
	everything := slices.Clone(patterns)
	for _, m := range mains {
		p.modules = append(p.modules, m.Dir)
		everything = append(everything, m.Path+"/...")
	}
	const graph = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest
	listed, err := o.load(ctx, graph, everything)
	if err != nil {
		return nil, err
	}
	p.listed, p.named = listed, listed
	if !o.Module && !isWhole(o.Dir, patterns, mains) {
		if p.named, err = o.load(ctx, packages.NeedName|packages.NeedFiles, patterns); err != nil {
			return nil, err
		}
	}
	p.all = listed
	return p, p.loadSyntax(ctx, o, listed, patterns)
}

// loadSyntax loads the packages that reach a library.
func (p *program) loadSyntax(ctx context.Context, o Options, listed []*packages.Package, patterns []string) error {
	paths := toJudge(listed)
	if i := slices.Index(paths, "command-line-arguments"); i >= 0 {
		paths = append(slices.Delete(paths, i, i+1), patterns...)
	}
	if len(paths) == 0 {
		return nil
	}
	loaded, err := o.load(ctx, packages.LoadSyntax|packages.NeedModule, paths)
	if err != nil {
		return err
	}
	p.all = loaded
	main, named := ids(listed), ids(p.named)
	for _, pkg := range loaded {
		if main[pkg.ID] {
			p.whole = append(p.whole, pkg)
		}
		if named[pkg.ID] {
			p.asked = append(p.asked, pkg)
		}
	}
	return nil
}

// prune cuts the imports that hold nothing to judge, and have no syntax: no pass has to run there for its facts.
func (p *program) prune() {
	withSyntax := map[*packages.Package]bool{}
	for _, pkg := range p.all {
		withSyntax[pkg] = true
	}
	for _, pkg := range p.all {
		for path, imported := range pkg.Imports {
			if !withSyntax[imported] {
				delete(pkg.Imports, path)
			}
		}
	}
}

func ids(pkgs []*packages.Package) map[string]bool {
	out := map[string]bool{}
	for _, pkg := range pkgs {
		out[pkg.ID] = true
	}
	return out
}

// toJudge lists the paths of the packages that import a library, themselves or through others, without the libraries' own.
func toJudge(listed []*packages.Package) []string {
	reaches := map[*packages.Package]bool{}
	paths := map[string]bool{}
	packages.Visit(listed, nil, func(pkg *packages.Package) { // imports first
		for path, imported := range pkg.Imports {
			reaches[pkg] = reaches[pkg] || reaches[imported] || analyzers.IsLibrary(path)
		}
		isTestMain := strings.HasSuffix(pkg.ID, ".test")
		if reaches[pkg] && !isTestMain && !analyzers.IsLibrary(pkg.PkgPath) {
			if pkg.ForTest != "" {
				paths[pkg.ForTest] = true
			} else {
				paths[pkg.PkgPath] = true
			}
		}
	})
	return slices.Sorted(maps.Keys(paths))
}

// isWhole tells that ./... at the root of the only main module is asked for: everything that is loaded.
func isWhole(dir string, patterns []string, mains []module) bool {
	abs, err := filepath.Abs(dir)
	return err == nil && len(mains) == 1 && len(patterns) == 1 && patterns[0] == "./..." && mains[0].Dir == abs
}

type module struct{ Path, Dir string }

// isSame tells two names of one folder.
func isSame(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// mainModules lists the module of a folder, or all of its workspace; none outside of modules.
func mainModules(ctx context.Context, o Options) ([]module, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-m", "-json=Path,Dir,Main")
	cmd.Dir, cmd.Env = o.Dir, o.environment()
	out, err := cmd.Output()
	if errors.As(err, new(*exec.ExitError)) {
		// Without a go.mod packages can be loaded still, from GOPATH; what is wrong with one the loader says better.
		return nil, nil
	} else if err != nil {
		return nil, errNoGo
	}
	var mains []module
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var m struct {
			module
			Main bool
		}
		if err := decoder.Decode(&m); errors.Is(err, io.EOF) {
			return mains, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list -m: %w", err)
		}
		if m.Main && m.Dir != "" {
			mains = append(mains, m.module)
		}
	}
}

// faults say what is wrong with packages: one line for each, with its first error.
func (p *program) faults(o Options) []string {
	name := func(path string) string {
		if !filepath.IsAbs(path) { // the go command's, from the folder it runs in
			if abs, err := filepath.Abs(filepath.Join(o.Dir, path)); err == nil {
				path = abs
			}
		}
		return o.Name(path)
	}
	var out []string
	seen := map[string]bool{}
	listed := map[string]*packages.Package{}
	packages.Visit(p.listed, nil, func(pkg *packages.Package) { listed[pkg.ID] = pkg })
	visit := func(pkg *packages.Package) {
		if seen[pkg.ID] {
			return
		}
		seen[pkg.ID] = true
		if text := fault(pkg, name); text != "" {
			out = append(out, text+withoutC(listed[pkg.ID]))
		}
		if pkg.Module != nil && pkg.Module.Error != nil {
			out = append(out, pkg.Module.Error.Err)
		}
	}
	packages.Visit(p.all, nil, visit)
	packages.Visit(p.named, nil, visit)
	slices.Sort(out)
	return slices.Compact(out)
}

// fault words a package's first error and the number of the others; "" where it has none. What the go command says, of an import that was not found,
// comes before what the type checker says, of all that is undefined for want of it.
func fault(pkg *packages.Package, name func(string) string) string {
	var all, later []string
	for _, e := range pkg.Errors {
		switch text := worded(e, name); {
		case isRepeated(e, pkg) || slices.Contains(all, text) || slices.Contains(later, text):
		case e.Kind == packages.TypeError:
			later = append(later, text)
		default:
			all = append(all, text)
		}
	}
	all = append(all, later...)
	switch n := len(all); n {
	case 0, 1:
		return strings.Join(all, "")
	case 2:
		return all[0] + ", and 1 more error"
	default:
		return fmt.Sprintf("%s, and %d more errors", all[0], n-1)
	}
}

// withoutC names the imports of a package that would hold more with cgo.
func withoutC(pkg *packages.Package) string {
	if pkg == nil {
		return ""
	}
	var text string
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		if needsC(pkg.Imports[path]) {
			text += "; " + path + " needs cgo, which is off (CGO_ENABLED=1 and a C compiler)"
		}
	}
	return text
}

// isRepeated tells what is said once more: the compiler's own list of errors of a package, where the parser or the type checker has them with places; and that
// an import is missing, where the import itself says why.
func isRepeated(e packages.Error, pkg *packages.Package) bool {
	if e.Kind != packages.TypeError {
		return strings.HasPrefix(e.Msg, "# ") && slices.ContainsFunc(pkg.Errors, func(e packages.Error) bool {
			return e.Kind == packages.TypeError || e.Kind == packages.ParseError
		})
	}
	rest, ok := strings.CutPrefix(e.Msg, "could not import ")
	path, _, _ := strings.Cut(rest, " ")
	imported := pkg.Imports[path]
	return ok && imported != nil && len(imported.Errors) > 0
}

// needsC tells a package some of whose files were left out because they use C.
func needsC(pkg *packages.Package) bool {
	on := build.Default
	on.CgoEnabled = true
	return slices.ContainsFunc(pkg.IgnoredFiles, func(file string) bool {
		if fits, err := on.MatchFile(filepath.Split(file)); err != nil || !fits {
			return false
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		return err == nil && slices.ContainsFunc(parsed.Imports, func(i *ast.ImportSpec) bool { return i.Path.Value == `"C"` })
	})
}

func worded(e packages.Error, name func(string) string) string {
	e.Msg = strings.ReplaceAll(e.Msg, ":\n\t", ": ") // "to add it:", and a command
	file, place, ok := strings.Cut(e.Pos, ":")
	if !ok || file == "" {
		return e.Msg
	}
	return name(file) + ":" + place + ": " + e.Msg
}
