package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var unknownHorizonKey = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL329", Slug: "unknown-horizon-key", Severity: diag.Warning,
		Summary: "a Horizon supervisor has a key that is a near miss of one that Horizon knows",
		Why: "Horizon ignores keys that it does not know, without a word: `'timeouts' => 300` leaves the timeout at 60, `'try' => 3` leaves the attempts " +
			"unlimited. Spellings with `_` or `-` are fine (`max_processes`).\n\nThe rule speaks of keys that are one or two letters away from a known one. Other " +
			"unknown keys are information, up to Horizon 5.29: newer ones may know more.",
		Fix: "Correct the key.",
		Bad: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'tries' => 1,
                'timeouts' => 30, // want QL329
            ],
        ],
    ],
`),
		Good: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'tries' => 1,
                'timeout' => 30,
            ],
        ],
    ],
`),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		type key struct{ name, near string }
		var groups pools
		keys := map[string]key{}
		for _, w := range supervisors(app) {
			for _, name := range unknownKeys(w) {
				near := nearestKey(name)
				s := w.Settings[name]
				if s.Key.IsZero() || near != "" && w.Settings[near].Key != s.Key && !w.Settings[near].Value.IsAbsent() && !w.Settings[near].Key.IsZero() {
					continue // beside the real key it is a key of the application's own
				}
				if near == "" && app.Versions.Horizon.AtLeast(5, 30, 0) != queue.No {
					continue
				}
				id := fmt.Sprint(s.Key.Path(), s.Key.Start)
				groups.add(w, s.Key, id)
				keys[groups.keys[len(groups.keys)-1]] = key{name, near}
			}
		}
		var out []*diag.Diagnostic
		for i, g := range groups.pools {
			k := keys[groups.keys[i]]
			d := &diag.Diagnostic{
				Severity: diag.Info,
				Place:    diag.Place{Span: g.worker.Settings[k.name].Key, Role: diag.RoleElsewhere, Label: "not read"},
				Message:  fmt.Sprintf("Horizon does not know the key %q of %s", k.name, describeWorker(g.worker)),
				Outcome:  "the key is ignored without a word; the default of what was meant counts",
				Fix:      "remove the key",
				Names:    []string{g.worker.Name, k.name},
				Cause:    "key " + k.name,
			}
			if k.near != "" {
				d.Severity = diag.Warning
				d.Fix = fmt.Sprintf("did you mean %q?", k.near)
			}
			out = append(out, g.report(app, d))
		}
		return out
	},
}

// horizonKeys are the options of a supervisor that some version of Horizon reads (laravel/horizon: src/SupervisorOptions.php).
var horizonKeys = []string{
	"connection", "queue", "balance", "autoScalingStrategy", "maxProcesses", "minProcesses", "balanceMaxShift", "balanceCooldown", "maxTries",
	"timeout", "backoff", "delay", "memory", "sleep", "rest", "maxTime", "maxJobs", "force", "nice", "name", "workersName", "directory", "parentId",
}

// unknownKeys lists the keys of a supervisor that Horizon does not read, sorted.
func unknownKeys(w *queue.Worker) []string {
	var out []string
	for name := range w.Settings {
		if !strings.Contains(name, ".") && !slices.Contains(horizonKeys, name) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// nearestKey is the known key, or its older name, that a misspelt one is closest to; "" where none is near.
func nearestKey(name string) string {
	best, distance := "", 3
	for _, known := range append([]string{"tries", "processes"}, horizonKeys...) {
		if d := queue.Distance(known, name); d < distance && 2*d < len(name) {
			best, distance = known, d
		}
	}
	return best
}
