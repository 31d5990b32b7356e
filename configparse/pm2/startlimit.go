package pm2

import (
	"fmt"
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// startLimit is max_restarts, min_uptime and restart_delay: PM2 calls a process errored that ended so often before min_uptime, as long as all
// that happens within min_uptime times max_restarts (lib/God.js; defaults 16, 1000 ms and 0).
func startLimit(n *jsobject.Node, open string) *queue.StartLimit {
	starts := number(n, "max_restarts", 16, open)
	uptime := number(n, "min_uptime", 1000, open)
	delay := number(n, "restart_delay", 0, open)
	out := &queue.StartLimit{
		Starts: queue.Map(starts, func(x float64) (int, bool) { return int(x), x > 0 && x < 1e6 }, "it is no count"),
		Delay:  queue.Map(delay, milliseconds, "it is no number of milliseconds"),
		Cure:   "a longer restart_delay",
	}
	if v := n.Get("exp_backoff_restart_delay"); v != nil {
		out.Delay = queue.NotKnown[time.Duration]("exp_backoff_restart_delay makes it longer each time", written("exp_backoff_restart_delay", v))
	}
	count, counted := out.Starts.Get()
	out.Window = queue.Map(uptime, func(ms float64) (time.Duration, bool) {
		d, ok := milliseconds(ms * float64(count))
		return d, ok && counted
	}, "it is not known how many starts there are")
	ms, _ := uptime.Get()
	out.Setting = fmt.Sprintf("max_restarts: %d, min_uptime: %g ms", count, ms)
	return out
}

func milliseconds(ms float64) (time.Duration, bool) {
	return time.Duration(ms * float64(time.Millisecond)), ms >= 0 && ms < 1e12
}

// clock is a time as PM2 also takes it: "10s", "2m", "1h".
var clock = pattern.New(`^[0-9]{1,9}[smh]?$`)

// number is a setting that is a number, or a text that PM2 reads as one.
func number(n *jsobject.Node, key string, fallbackValue float64, open string) queue.Value[float64] {
	v := n.Get(key)
	switch {
	case v == nil && open != "":
		return queue.NotKnown[float64](open, nil)
	case v == nil || v.Kind == jsobject.Null:
		return queue.Is(fallbackValue, fallback("PM2's default of "+key))
	case v.Kind == jsobject.String && clock.MatchString(v.Text):
		return queue.Is(spelled(v.Text), written(key, v))
	}
	if x, ok := v.Float(); ok {
		return queue.Is(x, written(key, v))
	}
	return queue.NotKnown[float64]("it is no number", written(key, v))
}

func spelled(text string) float64 {
	factor := map[byte]float64{'s': 1e3, 'm': 60e3, 'h': 3600e3}[text[len(text)-1]]
	if factor == 0 {
		x, _ := strconv.ParseFloat(text, 64)
		return x
	}
	x, _ := strconv.ParseFloat(text[:len(text)-1], 64)
	return x * factor
}
