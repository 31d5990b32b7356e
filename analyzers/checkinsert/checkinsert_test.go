package checkinsert_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/checkinsert"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestRowsLookedUpAndInsertedAreReported(t *testing.T) {
	analyzertest.Run(t, checkinsert.New(nil), "handlers", "repo", "known", "gorms", "cached", "aborts", "others")
}
