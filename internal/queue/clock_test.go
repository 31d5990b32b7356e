package queue_test

import (
	"math"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestSecondsAreAClockOnlyWhereATimerCountsThem(t *testing.T) {
	for _, c := range []struct {
		n    float64
		want time.Duration
		ok   bool
	}{
		{90, 90 * time.Second, true},
		{60.5, 60*time.Second + 500*time.Millisecond, true},
		{-1, -time.Second, true},
		{math.MaxUint32, math.MaxUint32 * time.Second, true},
		{math.MaxUint32 + 1, 0, false},
		{math.MaxInt64, 0, false},
		{math.Inf(-1), 0, false},
		{math.NaN(), 0, false},
	} {
		v := queue.Seconds(c.n, nil)
		d, ok := v.Get()
		if d != c.want || ok != c.ok {
			t.Errorf("Seconds(%v) = %v, %v; want %v, %v", c.n, d, ok, c.want, c.ok)
		}
		if !ok && v.Why() == "" {
			t.Errorf("Seconds(%v) does not say why it is unknown", c.n)
		}
	}
}
