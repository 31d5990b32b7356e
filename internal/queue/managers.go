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
}
