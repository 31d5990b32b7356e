package freshkey_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/freshkey"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestIdentitiesMintedInHandlersAreReported(t *testing.T) {
	analyzertest.Run(t, freshkey.New(nil), "mints", "published")
}
