package rules

import (
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestOnlyProvedPairsAreReached(t *testing.T) {
	is := func(n int) queue.Value[time.Duration] { return queue.Is(time.Duration(n)*time.Second, nil) }
	none := queue.NotSet[time.Duration](nil)
	unknown := queue.NotKnown[time.Duration]("for a test", nil)
	tests := []struct {
		name         string
		driver       string
		limit, lease queue.Value[time.Duration]
		want         bool
	}{
		{"above", "redis", is(91), is(90), true},
		{"equal", "redis", is(90), is(90), true},
		{"below", "redis", is(89), is(90), false},
		{"the limit is not known", "redis", unknown, is(90), false},
		{"there is no limit of its own", "redis", none, is(90), false},
		{"the lease is not known", "redis", is(300), unknown, false},
		{"the lease is not positive: another rule's", "redis", is(300), is(0), false},
		{"the lease never ends", "redis", is(300), queue.NoLimit[time.Duration](nil), false},
		{"the driver hands nothing out again", "sync", is(300), is(90), false},
		{"every possible limit reaches it", "redis", queue.OneOfThese(is(100), is(300)), is(90), true},
		{"one possible limit does not", "redis", queue.OneOfThese(is(30), is(300)), is(90), false},
		{"one possible lease is long enough", "redis", is(300), queue.OneOfThese(is(90), is(900)), false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := &queue.Connection{Name: "c", Driver: queue.Is(test.driver, nil), Lease: test.lease}
			if _, _, got := reached(test.limit, c); got != test.want {
				t.Errorf("reached = %t, want %t", got, test.want)
			}
		})
	}
}
