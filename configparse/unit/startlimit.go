package unit

import (
	"fmt"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/configparse/systemd"
	"github.com/qlint-dev/qlint/internal/queue"
)

// startLimit reads StartLimitIntervalSec= and StartLimitBurst= of [Unit], the older StartLimitInterval= and StartLimitBurst= of [Service], and
// RestartSec= (systemd.unit(5); defaults 10 s, 5 and 100 ms).
func (r *reader) startLimit() *queue.StartLimit {
	window := manager(10*time.Second, "StartLimitIntervalSec")
	starts := manager(5, "StartLimitBurst")
	if r.unit.Lone {
		window, starts = queue.NotKnown[time.Duration](loneUnit, nil), queue.NotKnown[int](loneUnit, nil)
	}
	for _, section := range []string{"Unit", "Service"} {
		for _, a := range r.unit.Assignments(section) {
			switch {
			case a.Key == "StartLimitInterval" || a.Key == "StartLimitIntervalSec" && section == "Unit":
				window = pause(a, window)
			case a.Key == "StartLimitBurst":
				starts = burst(a, starts)
			}
		}
	}
	delay := manager(100*time.Millisecond, "RestartSec")
	for _, a := range r.unit.All("Service", "RestartSec") {
		delay = pause(a, delay)
	}
	out := &queue.StartLimit{Starts: starts, Window: window, Delay: delay, Cure: "StartLimitIntervalSec=0 in [Unit], or a longer RestartSec"}
	within, _ := window.Get()
	if within == 0 {
		out.Window = queue.NoLimit[time.Duration](window.Origin()) // counts nothing
	}
	count, _ := starts.Get()
	wait, _ := delay.Get()
	out.Setting = fmt.Sprintf("StartLimitBurst=%d in StartLimitIntervalSec=%s, RestartSec=%s", count, within, wait)
	return out
}

// pause reads a span of which 0 means no time at all. What systemd cannot read leaves the value as it was.
func pause(a *systemd.Assignment, before queue.Value[time.Duration]) queue.Value[time.Duration] {
	if why := unknown(a); why != "" {
		return queue.NotKnown[time.Duration](why, written(a))
	}
	usec, err := systemd.ParseSpan(a.Value.String)
	switch {
	case err != nil:
		return before
	case usec > uint64(365*24*time.Hour/time.Microsecond):
		return queue.NotKnown[time.Duration]("it is longer than any pause that is meant", written(a))
	}
	return queue.Is(time.Duration(usec)*time.Microsecond, written(a))
}

func burst(a *systemd.Assignment, before queue.Value[int]) queue.Value[int] {
	if why := unknown(a); why != "" {
		return queue.NotKnown[int](why, written(a))
	}
	n, err := strconv.Atoi(a.Value.String)
	if err != nil || n < 0 {
		return before
	}
	return queue.Is(n, written(a))
}
