package parallel_test

import (
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/qlint-dev/qlint/internal/parallel"
)

func TestMapKeepsTheOrder(t *testing.T) {
	for _, n := range []int{0, 1, 2, 1000} {
		var in []int
		var want []string
		for i := range n {
			in, want = append(in, i), append(want, strconv.Itoa(i))
		}
		if got := parallel.Map(in, strconv.Itoa); !slices.Equal(got, want) {
			t.Errorf("%d items: %v", n, got)
		}
	}
}

func TestDoReturnsWhenAllHave(t *testing.T) {
	var sum atomic.Int64
	parallel.Do(func() { sum.Add(1) }, func() { sum.Add(2) }, func() { sum.Add(4) })
	if sum.Load() != 7 {
		t.Errorf("%d ran", sum.Load())
	}
}
