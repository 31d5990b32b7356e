package unit

import (
	"testing"
	"time"
)

func TestStartLimitIsWhatSystemdCounts(t *testing.T) {
	for _, c := range []struct {
		name, lines string
		life        time.Duration
		want        bool
	}{
		{"below the defaults", "", 1800 * time.Millisecond, true},
		{"above the defaults", "", 1900 * time.Millisecond, false},
		{"a longer interval", "[Unit]\nStartLimitIntervalSec=1min\n", 5 * time.Second, true},
		{"the old name in [Service]", "StartLimitInterval=60\n", 5 * time.Second, true},
		{"the new name in [Service] is passed over", "StartLimitIntervalSec=60\n", 5 * time.Second, false},
		{"more starts", "[Unit]\nStartLimitBurst=20\n", time.Second, false},
		{"zero counts nothing", "[Unit]\nStartLimitIntervalSec=0\n", 0, false},
		{"a burst of zero", "[Unit]\nStartLimitBurst=0\n", 0, false},
		{"without a delay", "RestartSec=0\n", 1900 * time.Millisecond, true},
		{"with a delay that nobody can read", "RestartSec=soon\n", 1800 * time.Millisecond, true},
		{"a template's value", "RestartSec={{ delay }}\n", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			all := load("-- x.service --\n[Service]\nExecStart=/usr/bin/php artisan queue:work\n" + c.lines)
			if len(all) != 1 {
				t.Fatalf("%d services", len(all))
			}
			if got := all[0].StartLimit.Reached(c.life); got != c.want {
				t.Errorf("given up: %v, want %v", got, c.want)
			}
		})
	}
}
