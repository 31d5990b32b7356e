package paykey_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/paykey"
)

func TestPaymentsWithoutStableKeysAreReported(t *testing.T) {
	analyzertest.Run(t, paykey.New(nil), "pays", "gateways", "billing", "far", "backend")
}
