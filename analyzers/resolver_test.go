package analyzers_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/internal/lazyssa"
)

// loadTree gives packages of a GOPATH, with everything they import.
func loadTree(t *testing.T, dir string, patterns ...string) []*packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{
		Mode: packages.LoadAllSyntax | packages.NeedModule,
		Dir:  dir,
		Env:  append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off"),
	}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	if packages.PrintErrors(pkgs) > 0 {
		t.Fatal("the packages do not compile")
	}
	return pkgs
}

// analyzed runs every pass.
func analyzed(t *testing.T, pkgs []*packages.Package, r analyzers.Resolver) []*checker.Action {
	t.Helper()
	var list []*analysis.Analyzer
	for _, rule := range analyzers.All() {
		list = append(list, rule.New(r))
	}
	graph, err := checker.Analyze(list, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Fatal(act.Err)
		}
	}
	return graph.Roots
}

// findings runs every pass and gives file:line, severity and slug of what it found.
func findings(t *testing.T, pkgs []*packages.Package, r analyzers.Resolver) []string {
	t.Helper()
	found := map[string]bool{}
	for _, act := range analyzed(t, pkgs, r) {
		for _, f := range act.Result.(analyzers.Findings).Findings {
			at := act.Package.Fset.Position(f.Pos)
			found[fmt.Sprintf("%s:%d %s %s", filepath.Base(at.Filename), at.Line, f.Severity, act.Analyzer.Name)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func TestInterfacesAreSeenThroughByTheWholeProgramAlone(t *testing.T) {
	pkgs := loadTree(t, analyzertest.Tree(t), "shop/app", "shop/jobs", "shop/store", "shop/mocks")
	if got := findings(t, pkgs, nil); len(got) != 0 {
		t.Errorf("package by package nothing is known behind an interface: %q", got)
	}
	r, err := analyzers.NewResolver(pkgs)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"jobs.go:31 warning checkinsert", // look-up and insert through the interface
		"jobs.go:39 warning errdrop",     // the failure of Save is logged
		"store.go:29 warning relupdate",  // reached through the interface, reported in place
	}
	if got := findings(t, pkgs, r); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAHandlerThatALoopIsGivenIsItsWork(t *testing.T) {
	pkgs := loadTree(t, analyzertest.Tree(t), "handing/app", "handing/loop")
	r, err := analyzers.NewResolver(pkgs)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"loop.go:19 error ackorder", // all that is handed over does work; behind Shown one handler only prints
		"loop.go:37 error ackorder",
	}
	if got := findings(t, pkgs, r); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// probed is a fact by which the probe runs over every dependency, as the passes with facts do.
type probed struct{}

func (*probed) AFact() {}

func TestSSAIsBuiltOnlyWhereALibraryIsWithinReach(t *testing.T) {
	pkgs := loadTree(t, analyzertest.Tree(t), "shop/app")
	var mu sync.Mutex
	var built []string
	total := 0
	probe := &analysis.Analyzer{
		Name:      "probe",
		Doc:       "probe: counts packages",
		Requires:  []*analysis.Analyzer{lazyssa.Analyzer},
		FactTypes: []analysis.Fact{(*probed)(nil)},
		Run: func(pass *analysis.Pass) (any, error) {
			mu.Lock()
			defer mu.Unlock()
			total++
			if pass.ResultOf[lazyssa.Analyzer].(*lazyssa.Source).Built() {
				built = append(built, pass.Pkg.Path())
			}
			return nil, nil
		},
	}
	for _, rule := range analyzers.All() {
		probe.Requires = append(probe.Requires, rule.Analyzer)
	}
	if _, err := checker.Analyze([]*analysis.Analyzer{probe}, pkgs, nil); err != nil {
		t.Fatal(err)
	}
	slices.Sort(built)
	if want := []string{"shop/app", "shop/jobs", "shop/store"}; !slices.Equal(built, want) {
		t.Errorf("built %q of %d packages, want %q", built, total, want)
	}
	if total < 30 {
		t.Errorf("only %d packages were looked at: the standard library is missing", total)
	}
	t.Logf("SSA built for %d of %d packages", len(built), total)
}
