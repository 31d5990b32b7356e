package errdrop_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/errdrop"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestSwallowedFailuresAreReported(t *testing.T) {
	analyzertest.Run(t, errdrop.New(nil), "drops", "outcomes")
}
