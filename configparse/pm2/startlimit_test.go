package pm2

import (
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestStartLimitIsWhatPM2Counts(t *testing.T) {
	for _, c := range []struct {
		name, in string
		life     time.Duration
		want     bool
	}{
		{"below the default of min_uptime", "", 900 * time.Millisecond, true},
		{"at min_uptime", "", time.Second, false},
		{"a text with a unit", "min_uptime: '1m', max_restarts: 3", 50 * time.Second, true},
		{"milliseconds in a text", "min_uptime: '500'", 600 * time.Millisecond, false},
		{"a delay adds to it", "restart_delay: 600", 500 * time.Millisecond, false},
		{"a delay that grows", "exp_backoff_restart_delay: 100", 0, false},
		{"what is computed", "min_uptime: 5 * 1000", 0, false},
		{"no count", "max_restarts: 0", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := Load(source.New("ecosystem.config.js", []byte("module.exports = {apps: [{script: 'a', "+c.in+"}]}")))
			if len(all) != 1 {
				t.Fatalf("%d processes", len(all))
			}
			if got := all[0].StartLimit.Reached(c.life); got != c.want {
				t.Errorf("given up: %v, want %v", got, c.want)
			}
		})
	}
}
