package relupdate_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/relupdate"
)

func TestRelativeUpdatesAreReported(t *testing.T) {
	analyzertest.Run(t, relupdate.New(nil), "stock", "steps", "ledger")
}
