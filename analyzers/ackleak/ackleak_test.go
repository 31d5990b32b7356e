package ackleak_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/ackleak"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestDeliveriesWithoutAnswerAreReported(t *testing.T) {
	analyzertest.Run(t, ackleak.New(nil), "leaks", "gone", "watched")
}
