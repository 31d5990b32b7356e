package dedupefirst_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/dedupefirst"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestMarksBeforeTheWorkAreReported(t *testing.T) {
	analyzertest.Run(t, dedupefirst.New(nil), "marks", "milled", "refusals")
}
