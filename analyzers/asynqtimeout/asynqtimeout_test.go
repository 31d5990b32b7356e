package asynqtimeout_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/asynqtimeout"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestTimeoutsAreReportedWithWhatTheyMean(t *testing.T) {
	analyzertest.Run(t, asynqtimeout.New(nil), "timeouts", "deadlines")
}
