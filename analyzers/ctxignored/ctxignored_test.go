package ctxignored_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/ctxignored"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestHandlersThatDropTheirContextAreReported(t *testing.T) {
	analyzertest.Run(t, ctxignored.New(nil), "contexts", "without")
}
