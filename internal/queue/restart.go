package queue

import "slices"

// Restart says what a process manager does after a program ended by itself.
type Restart struct {
	// AfterSuccess says whether it is started again after it ended with status 0, as a queue worker does that was told to restart.
	AfterSuccess Value[bool]
	// Setting is the key that decides, with its value as the file writes it, or as it counts where no file writes it: "autorestart=unexpected".
	Setting string
	// Wanted is the setting as it has to be: "autorestart=true".
	Wanted string
}

// RestartPolicy is what the manager makes of a program that ended.
func (p *Program) RestartPolicy() Restart {
	if p.Manager != Supervisor {
		return p.Restart
	}
	text, ok := p.AutoRestart.Get()
	out := Restart{Setting: "autorestart=" + text, Wanted: "autorestart=true"}
	switch {
	case !ok:
		out.AfterSuccess = NotKnown[bool](p.AutoRestart.Why(), p.AutoRestart.Origin())
	case text == "unexpected":
		out.AfterSuccess = Map(p.ExitCodes, func(codes []int) (bool, bool) { return !slices.Contains(codes, 0), true }, "").WithOrigin(p.AutoRestart.Origin())
	default:
		out.AfterSuccess = Is(text == "true", p.AutoRestart.Origin())
	}
	return out
}
