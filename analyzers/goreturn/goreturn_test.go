package goreturn_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/goreturn"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestWorkThatOutlivesItsHandlerIsReported(t *testing.T) {
	analyzertest.Run(t, goreturn.New(nil), "spawns", "registered")
}
