package worker

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// known is an option of an artisan command.
type known struct {
	name string
	// valued says that the option takes a value.
	valued bool
	// since are the first versions that have it, one for each major version in which it came later than in the first release;
	// none where every supported version has it.
	since []queue.Version
}

var (
	v57 = []queue.Version{{Major: 5, Minor: 7, Patch: 2}}
	v8  = []queue.Version{{Major: 8}}
)

// knownOptions are the options of the commands (Laravel: Queue/Console/WorkCommand.php, ListenCommand.php; Horizon:
// Console/WorkCommand.php, HorizonCommand.php, SupervisorCommand.php).
var knownOptions = map[string][]known{
	"queue:work": {
		{"name", true, v8}, {"queue", true, nil}, {"daemon", false, nil}, {"once", false, nil}, {"stop-when-empty", false, v57},
		{"stop-when-empty-for", true, []queue.Version{{Major: 11, Minor: 53}, {Major: 12, Minor: 60}, {Major: 13, Minor: 10}}},
		{"delay", true, nil}, {"backoff", true, v8}, {"max-jobs", true, v8}, {"max-time", true, v8}, {"force", false, nil},
		{"memory", true, nil}, {"sleep", true, nil}, {"rest", true, []queue.Version{{Major: 8, Minor: 32}}}, {"timeout", true, nil},
		{"tries", true, nil}, {"json", false, []queue.Version{{Major: 11, Minor: 27}}},
	},
	"queue:listen": {
		{"name", true, v8}, {"delay", true, nil}, {"backoff", true, v8}, {"force", false, nil}, {"memory", true, nil},
		{"queue", true, nil}, {"sleep", true, nil}, {"rest", true, []queue.Version{{Major: 9}}}, {"timeout", true, nil}, {"tries", true, nil},
	},
	"horizon": {{"environment", true, nil}},
	"horizon:supervisor": {
		{"balance", true, nil}, {"max-jobs", true, nil}, {"max-time", true, nil}, {"max-processes", true, nil}, {"min-processes", true, nil},
		{"memory", true, nil}, {"nice", true, nil}, {"paused", false, nil}, {"queue", true, nil}, {"rest", true, nil}, {"sleep", true, nil},
		{"timeout", true, nil}, {"tries", true, nil}, {"auto-scaling-strategy", true, nil}, {"balance-cooldown", true, nil},
		{"balance-max-shift", true, nil}, {"workers-name", true, nil}, {"parent-id", true, nil}, {"backoff", true, nil}, {"delay", true, nil},
		{"force", false, nil},
	},
	"schedule:work": {{"run-output-file", true, nil}, {"whisper", false, nil}},
	"schedule:run":  {{"whisper", false, nil}},
}

// globalOptions are those of every artisan command, without dashes: long ones, and the letters of short ones.
var globalOptions = []string{"help", "quiet", "silent", "verbose", "version", "ansi", "no-ansi", "no-interaction", "env"}

const globalLetters = "hqvVn"

// optionOf finds an option of a command. horizon:work is queue:work with other defaults.
func optionOf(command, name string) (known, bool) {
	list := knownOptions[command]
	if command == "horizon:work" {
		list = append(slices.Clip(knownOptions["queue:work"]), known{name: "supervisor", valued: true}, known{name: "workers-name", valued: true})
	}
	for _, k := range list {
		if k.name == name {
			return k, true
		}
	}
	return known{name: name, valued: name == "env"}, slices.Contains(globalOptions, name)
}

// Knows says whether a command of that version knows an option, given without its dashes. Maybe where the versions differ.
func Knows(command, option string, laravel queue.VersionRange) queue.Verdict {
	k, found := optionOf(command, option)
	switch {
	case !found && isLetters(option):
		return queue.Yes
	case !found:
		return queue.No
	case len(k.since) == 0:
		return queue.Yes
	case laravel.IsZero():
		return queue.Maybe
	}
	yes, no := false, false
	for _, v := range k.probes(laravel) {
		if k.in(v) {
			yes = true
		} else {
			no = true
		}
	}
	switch {
	case yes && no:
		return queue.Maybe
	case yes:
		return queue.Yes
	}
	return queue.No
}

// probes are versions of a range between which the answer cannot change.
func (k known) probes(r queue.VersionRange) []queue.Version {
	out := []queue.Version{r.Low}
	add := func(v queue.Version) {
		if v.Compare(r.Low) > 0 && v.Compare(r.High) < 0 {
			out = append(out, v)
		}
	}
	for _, s := range k.since {
		add(s)
	}
	for major := r.Low.Major + 1; major <= min(r.High.Major, r.Low.Major+20); major++ {
		add(queue.Version{Major: major})
	}
	return out
}

// in says whether a version has the option.
func (k known) in(v queue.Version) bool {
	for _, s := range k.since {
		if s.Major == v.Major {
			return v.Compare(s) >= 0
		}
	}
	return v.Major > k.since[len(k.since)-1].Major
}

// isLetters says whether a text is a group of short options that every command has: -v, -vvv, -nq.
func isLetters(text string) bool {
	for i := range len(text) {
		if !slices.Contains([]byte(globalLetters), text[i]) {
			return false
		}
	}
	return text != ""
}
