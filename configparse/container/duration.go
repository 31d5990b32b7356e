package container

import (
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

var (
	durationForm = pattern.New(`^-?(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h|d|w))+$`)
	durationPart = pattern.New(`(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h|d|w)`)
)

var durationUnits = map[string]time.Duration{
	"ns": time.Nanosecond, "us": time.Microsecond, "µs": time.Microsecond, "ms": time.Millisecond, "s": time.Second, "m": time.Minute,
	"h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour,
}

// duration reads a compose duration: numbers with units and nothing between them. A bare number is refused.
func duration(s string) (time.Duration, bool) {
	if !durationForm.MatchString(s) {
		return 0, false
	}
	var sum float64
	for _, m := range durationPart.FindAllStringSubmatch(s, -1) {
		n, err := strconv.ParseFloat(m[1], 64)
		if err != nil {
			return 0, false
		}
		sum += n * float64(durationUnits[m[2]])
	}
	if sum > float64(1<<62) {
		return 0, false
	}
	if strings.HasPrefix(s, "-") {
		sum = 0 // what is below zero waits for nothing
	}
	return time.Duration(sum), true
}

// signal is a signal's name without SIG.
func signal(v queue.Value[string]) queue.Value[string] {
	return queue.Map(v, func(s string) (string, bool) {
		name := strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(s)), "SIG")
		if n, err := strconv.Atoi(name); err == nil {
			name = map[int]string{1: "HUP", 2: "INT", 3: "QUIT", 9: "KILL", 10: "USR1", 12: "USR2", 15: "TERM", 28: "WINCH"}[n]
		}
		return name, name != ""
	}, "it is no signal that is known")
}

// whole reads a whole number that is not negative.
func whole(v queue.Value[string]) queue.Value[int] {
	return queue.Map(v, func(s string) (int, bool) {
		n, err := strconv.Atoi(s)
		return n, err == nil && n >= 0
	}, "it is no whole number")
}
