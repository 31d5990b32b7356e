package lazyssa

import (
	"go/types"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

func TestAFaultIsAnErrorOfThePackage(t *testing.T) {
	run := Guarded(func(*analysis.Pass) (any, error) { panic("no such index") })
	_, err := run(&analysis.Pass{Analyzer: &analysis.Analyzer{Name: "paykey"}, Pkg: types.NewPackage("example.com/app", "app")})
	if err == nil || !strings.Contains(err.Error(), "fault of paykey in example.com/app, please report it: no such index\n") {
		t.Errorf("got %v", err)
	}
}
