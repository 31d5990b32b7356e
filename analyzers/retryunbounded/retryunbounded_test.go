package retryunbounded_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/retryunbounded"
)

func TestEndlessRetriesAreReported(t *testing.T) {
	analyzertest.Run(t, retryunbounded.New(nil), "endless", "streams", "bounded", "workmap", "temporals", "loops", "subscriptions", "paced")
}
