package statusgate_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/statusgate"
)

func TestStatusReadAndWrittenInTwoStepsIsReported(t *testing.T) {
	analyzertest.Run(t, statusgate.New(nil), "gates")
}
