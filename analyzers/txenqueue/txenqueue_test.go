package txenqueue_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/txenqueue"
)

func TestMessagesSentInsideATransactionAreReported(t *testing.T) {
	analyzertest.Run(t, txenqueue.New(nil), "dualwrite", "variants")
}
