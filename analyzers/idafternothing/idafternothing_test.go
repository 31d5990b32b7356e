package idafternothing_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/idafternothing"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestIDsReadAfterDoNothingAreReported(t *testing.T) {
	analyzertest.Run(t, idafternothing.New(nil), "ids", "onpostgres")
}
