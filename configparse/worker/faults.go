package worker

import "github.com/qlint-dev/qlint/internal/queue"

// faults lists the options of a command that do not do what they say, as far as the version decides it.
func (c *Command) faults(o Options) []queue.OptionFault {
	var out []queue.OptionFault
	for _, option := range c.Options {
		fault := queue.OptionFault{Command: c.Name, Option: option}
		switch {
		case Knows(c.Name, option.Name, o.Laravel) == queue.No && !o.Laravel.IsZero():
			fault.Kind, fault.Near = queue.UnknownOption, nearest(c.Name, option.Name, o.Laravel)
		case c.Verdicts[option.Name] == Crashes && (c.Worker == nil || !c.Worker.Once):
			fault.Kind = queue.CrashingValue
		case option.Name == "tries" && c.Verdicts[option.Name] == ReadAsZero:
			text, ok := option.Value.Get()
			if !ok || text == "" || text == "0" {
				continue
			}
			fault.Kind = queue.ZeroValue
		default:
			continue
		}
		out = append(out, fault)
	}
	return out
}

// nearest is the option of a command whose name is at most two edits away.
func nearest(command, name string, laravel queue.VersionRange) string {
	best, distance := "", 3
	for _, k := range knownOptions[command] {
		if d := queue.Distance(k.name, name); d < distance && Knows(command, k.name, laravel) == queue.Yes {
			best, distance = k.name, d
		}
	}
	return best
}
