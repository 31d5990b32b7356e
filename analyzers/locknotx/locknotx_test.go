package locknotx_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
	"github.com/qlint-dev/qlint/analyzers/locknotx"
)

func TestLocksOutsideTransactionsAreReported(t *testing.T) {
	analyzertest.Run(t, locknotx.New(nil), "locks", "first", "begins")
}
