package effects_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/internal/effects"
)

func TestStoresAreRead(t *testing.T) {
	analysistest.Run(t, analyzertest.Tree(t), effects.Analyzer, "stores", "ent/migrate")
}
