package rules

import (
	"testing"
	"time"
)

func TestCollisionsAreToldByAttemptsAndDriver(t *testing.T) {
	seconds := func(n int) time.Duration { return time.Duration(n) * time.Second }
	tests := []struct {
		name         string
		driver       string
		attempts     attempts
		limit, lease int
		processes    int
		want         string
	}{
		{"one attempt is marked failed while it runs", "redis", attempts{known: true, n: 1}, 300, 90, 0,
			"with tries=1: at 90s a second worker marks the job failed (failed() runs, a row in failed_jobs) while the first still works; it may then succeed all the same"},
		{"redis: every copy runs, and the pick-up behind the last one fails the job", "redis", attempts{known: true, n: 3}, 300, 90, 0,
			"with tries=3: 3 copies at once; at 270s the fourth pick-up marks the job failed (failed(), failed_jobs) while they still run"},
		{"more attempts than the job lasts", "redis", attempts{known: true, n: 5}, 300, 90, 0, "with tries=5: 5 copies, up to 4 at once; the sixth pick-up marks the job failed besides (failed(), failed_jobs)"},
		{"equal values meet", "redis", attempts{known: true, n: 2}, 90, 90, 0, "with tries=2: 2 copies at once; the third pick-up marks the job failed besides (failed(), failed_jobs)"},
		{"two processes hold two copies", "redis", attempts{known: true, n: 5}, 300, 90, 2,
			"with tries=5: 5 copies, up to 2 at once; the sixth pick-up marks the job failed besides (failed(), failed_jobs)"},
		{"database: the first that ends deletes the row", "database", attempts{known: true, n: 5}, 300, 90, 0,
			"with tries=5: up to 4 copies at once, a new one every 90s until the first ends and deletes the row"},
		{"database: the pick-up behind the last attempt may come first", "database", attempts{known: true, n: 3}, 300, 90, 0,
			"with tries=3: up to 3 copies at once, a new one every 90s until the first ends and deletes the row; at 270s the fourth pick-up marks the job failed (failed(), failed_jobs) while they still run"},
		{"no bound", "redis", attempts{known: true, unlimited: true}, 300, 90, 0, "a new copy starts every 90s for as long as the job runs: up to 4 at once, without end"},
		{"attempts that nobody states", "redis", attempts{}, 300, 90, 0,
			"at 90s a second worker gets the same job while the first still works on it: with one attempt it marks the job failed, with more it runs it a second time"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := collision(test.driver, test.attempts, seconds(test.limit), seconds(test.lease), test.processes); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestNumbersAreWordedForPeople(t *testing.T) {
	for n, want := range map[int]string{1: "first", 4: "fourth", 11: "11th", 12: "12th", 21: "21st", 22: "22nd", 33: "33rd", 111: "111th"} {
		if got := ordinal(n); got != want {
			t.Errorf("ordinal(%d) = %s, want %s", n, got, want)
		}
	}
	for d, want := range map[time.Duration]string{90 * time.Second: "90s", 60500 * time.Millisecond: "60.5s", 0: "0s"} {
		if got := secs(d); got != want {
			t.Errorf("secs(%v) = %s, want %s", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{60 * time.Second: "90", 300 * time.Second: "330", 3600 * time.Second: "3960", 95 * time.Second: "130"} {
		if got := plain(above(d)); got != want {
			t.Errorf("above(%v) = %s, want %s", d, got, want)
		}
	}
	for _, test := range []struct {
		all  []string
		want string
	}{{[]string{"B"}, "B"}, {[]string{"B", "A"}, "A and B"}, {[]string{"C", "B", "A", "A"}, "A, B and C"}, {[]string{"A", "B", "C", "D", "E"}, "A, B and 3 more"}} {
		if got := names(test.all); got != test.want {
			t.Errorf("names(%v) = %s, want %s", test.all, got, test.want)
		}
	}
}
