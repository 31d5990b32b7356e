package retrynojitter_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/retrynojitter"
)

func TestDelaysWithoutJitterAreReported(t *testing.T) {
	analyzertest.Run(t, retrynojitter.New(nil), "delays", "policies")
}
