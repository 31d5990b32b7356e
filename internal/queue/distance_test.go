package queue

import "testing"

func TestDistanceCountsTypingErrors(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"redis", "redis", 0}, {"redis", "reids", 1}, {"redis", "rediss", 1}, {"", "abc", 3}, {"timeout", "time-out", 1},
		{"database", "sync", 8}, {"größe", "grosse", 3},
	} {
		if got := Distance(test.a, test.b); got != test.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
