package overridemiss_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/overridemiss"
)

func TestNearMissesAreReportedAndRenamed(t *testing.T) {
	analyzertest.RunFixes(t, overridemiss.New(nil), "workers")
}
