package analyzers_test

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

// TestMain lets the test binary be go vet's tool, which is called with -V=full, -flags or a file NAME.cfg.
func TestMain(m *testing.M) {
	last := os.Args[len(os.Args)-1]
	if slices.Contains(os.Args, "-V=full") || slices.Contains(os.Args, "-flags") || strings.HasSuffix(last, ".cfg") {
		var list []*analysis.Analyzer
		for _, rule := range analyzers.All() {
			list = append(list, rule.Analyzer)
		}
		unitchecker.Main(list...)
	}
	os.Exit(m.Run())
}

func TestVetCarriesFactsAcrossPackagesAndHidesInfos(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := analyzertest.Tree(t)
	vet := func(args ...string) string {
		c := exec.CommandContext(t.Context(), "go", append([]string{"vet", "-vettool=" + self}, args...)...)
		c.Dir = dir
		c.Env = append(os.Environ(), "GOPATH="+dir, "GO111MODULE=off", "GOWORK=off", "GOFLAGS=")
		out, err := c.CombinedOutput()
		if err == nil {
			t.Errorf("go vet %q found nothing: %s", args, out)
		}
		return string(out)
	}
	out := vet("vetted")
	for _, want := range []string{
		"vetted.go:17:", "UPDATE items changes stock relative to itself: a job that runs again changes it again, in Take at take.go:9 (QG702)",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("go vet does not say %q:\n%s", want, out)
		}
	}
	if strings.Contains(out, "QG202") {
		t.Errorf("an info is shown unasked:\n%s", out)
	}
	if out := vet("-retrynojitter.info", "-retrynojitter", "vetted"); !strings.Contains(out, "QG202") || strings.Contains(out, "QG702") {
		t.Errorf("with -retrynojitter.info the info alone has to be shown:\n%s", out)
	}
}
