package partialbatch_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/partialbatch"
)

func TestBatchesGivenBackAsAWholeAreReported(t *testing.T) {
	analyzertest.Run(t, partialbatch.New(nil), "batches", "offsets")
}
