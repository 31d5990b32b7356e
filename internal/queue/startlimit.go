package queue

import "time"

// StartLimit is when a process manager stops starting a program that ends again and again: after Starts ends of it within Window. A manager
// without such a limit has none.
type StartLimit struct {
	// Starts is systemd's StartLimitBurst or PM2's max_restarts.
	Starts Value[int]
	// Window is systemd's StartLimitIntervalSec, or PM2's min_uptime times max_restarts; Infinite where systemd counts nothing.
	Window Value[time.Duration]
	// Delay is what the manager waits before each start: systemd's RestartSec, PM2's restart_delay.
	Delay Value[time.Duration]
	// Setting names the keys that decide: "StartLimitBurst=5 in StartLimitIntervalSec=10s".
	Setting string
	// Cure is the setting that switches the limit off or stretches it.
	Cure string
}

// Reached says that a program which lives so long each time is given up. false where that is not known.
func (l *StartLimit) Reached(life time.Duration) bool {
	starts, ok1 := l.Starts.Get()
	window, ok2 := l.Window.Get()
	delay, ok3 := l.Delay.Get()
	if !ok1 || !ok2 || !ok3 || starts <= 0 || starts > 1e6 {
		return false
	}
	return life+delay < window/time.Duration(starts)
}
