package ackorder_test

import (
	"testing"

	"github.com/qlint-dev/qlint/analyzers/ackorder"
	"github.com/qlint-dev/qlint/analyzers/internal/analyzertest"
)

func TestAcknowledgementsBeforeWorkOrOnFailureAreReported(t *testing.T) {
	analyzertest.Run(t, ackorder.New(nil), "acks", "automatic", "offsets", "storing", "ungrouped", "records", "greedy", "polled")
}
