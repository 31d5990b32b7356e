package queue

// managers holds what messages say of each manager: its name in a sentence, the setting that holds the grace, and how a file writes it (as
// StopStage.Form).
var managers = [...]struct{ name, setting, form string }{
	Supervisor:   {"supervisor", "stopwaitsecs", "stopwaitsecs={s}"},
	Compose:      {"compose", "stop_grace_period", "stop_grace_period: {s}s"},
	Kubernetes:   {"kubernetes", "terminationGracePeriodSeconds", "terminationGracePeriodSeconds: {s}"},
	Fly:          {"fly", "kill_timeout", `kill_timeout = "{s}s"`},
	Render:       {"render", "maxShutdownDelaySeconds", "maxShutdownDelaySeconds: {s}"},
	DigitalOcean: {"digitalocean", "grace_period_seconds", "termination: { grace_period_seconds: {s} }"},
	ECS:          {"ecs", "stopTimeout", "stopTimeout to {s}"},
	Nomad:        {"nomad", "kill_timeout", `kill_timeout = "{s}s"`},
	Railway:      {"railway", "drainingSeconds", "drainingSeconds to {s}"},
	Systemd:      {"systemd", "TimeoutStopSec", "TimeoutStopSec={s}"},
	PM2:          {"pm2", "kill_timeout", "kill_timeout: {ms}"},
	Circus:       {"circus", "graceful_timeout", "graceful_timeout = {s}"},
	S6:           {"s6", "timeout-kill", "timeout-kill to {ms}"},
	S6Overlay:    {"s6-overlay", "S6_SERVICES_GRACETIME", "S6_SERVICES_GRACETIME={ms}"},
	Runit:        {"runit", "", ""},
	Heroku:       {"heroku", "", ""},
	Dokku:        {"dokku", "stop-timeout-seconds", "stop-timeout-seconds to {s} (dokku ps:set)"},
	Procfile:     {"procfile", "", ""},
	Kamal:        {"kamal", "drain_timeout", "drain_timeout: {s}"},
	Cron:         {"cron", "", ""},
}

// TinyDefault says that a manager gives a program only seconds where its file sets no grace: no ordinary job ends in that time.
func (m Manager) TinyDefault() bool {
	switch m {
	case Fly, Nomad, Railway, PM2:
		return true
	}
	return false
}
