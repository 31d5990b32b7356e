package diag

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestFingerprintsSurviveWhatMovesAndDifferInWhatIsNamed(t *testing.T) {
	at := func(line int, names ...string) *Diagnostic {
		f := source.New("f", []byte(strings.Repeat("\n", line)+"x"))
		return &Diagnostic{Rule: "QL101", Place: Place{Span: f.Span(line, line+1)}, Names: names, Message: strings.Repeat("m", line)}
	}
	before := Fingerprints([]*Diagnostic{at(1, "A", "redis"), at(2, "B", "redis"), at(3, "B", "redis")})
	after := Fingerprints([]*Diagnostic{at(5, "A", "redis"), at(7, "B", "redis"), at(9, "B", "redis")})
	if diff := cmp.Diff(before, after); diff != "" {
		t.Error(diff)
	}
	app := at(1, "A", "redis")
	app.App = "api"
	seen := append(before, Fingerprints([]*Diagnostic{app, at(1, "Ar", "edis")})...)
	if slices.Sort(seen); len(slices.Compact(seen)) != 5 {
		t.Errorf("not all different: %v", seen)
	}
}
