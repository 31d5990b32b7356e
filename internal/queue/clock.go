package queue

import (
	"math"
	"strconv"
	"time"
)

// mostSeconds is what the timers behind the clocks count at the most: alarm(2), which pcntl_alarm() calls, takes 32 bits. What is more
// does not mean what is written, and would overflow a time.Duration in the end.
const mostSeconds = math.MaxUint32

// Clock is a number of seconds as a duration, to the nanosecond; false where no timer counts so many.
func Clock(seconds float64) (time.Duration, bool) {
	if !(math.Abs(seconds) <= mostSeconds) { // not a number either
		return 0, false
	}
	return time.Duration(math.Round(seconds * float64(time.Second))), true
}

// Seconds is a number of seconds as a clock; Unknown where no timer counts so many.
func Seconds(n float64, from *Origin) Value[time.Duration] {
	d, ok := Clock(n)
	if !ok {
		return NotKnown[time.Duration](strconv.FormatFloat(n, 'f', -1, 64)+" seconds are more than a timer counts", from)
	}
	return Is(d, from)
}
