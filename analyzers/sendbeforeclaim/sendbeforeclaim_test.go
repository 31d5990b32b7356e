package sendbeforeclaim_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/sendbeforeclaim"
)

func TestMailsSentBeforeTheirWriteAreReported(t *testing.T) {
	analyzertest.Run(t, sendbeforeclaim.New(nil), "sends")
}
