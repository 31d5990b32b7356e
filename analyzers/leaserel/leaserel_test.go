package leaserel_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/leaserel"
)

func TestClocksThatDoNotFitAreReported(t *testing.T) {
	analyzertest.Run(t, leaserel.New(nil), "clocks", "locked", "beating", "recorded", "stopping", "drained", "milled", "milledlong", "leases", "leaseslong", "defaults", "fit")
}
