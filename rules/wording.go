package rules

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// secs prints a clock as configuration files count it: 90s, 60.5s.
func secs(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + "s"
}

// plain is a clock without its unit, as it is written into a file.
func plain(d time.Duration) string { return strings.TrimSuffix(secs(d), "s") }

// above is a value to suggest for a clock that must be greater than another: a tenth more, at least 30 s, in round numbers.
func above(d time.Duration) time.Duration {
	more := d + max(d/10, 30*time.Second)
	ten := 10 * time.Second
	return time.Duration(math.Ceil(float64(more)/float64(ten))) * ten
}

// count is "1 job", "3 jobs".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}

// names lists some names: "A", "A and B", "A, B and 7 more".
func names(all []string) string {
	all = slices.Compact(slices.Sorted(slices.Values(all)))
	const most = 3
	switch {
	case len(all) == 0:
		return ""
	case len(all) == 1:
		return all[0]
	case len(all) > most:
		return fmt.Sprintf("%s and %d more", strings.Join(all[:most-1], ", "), len(all)-most+1)
	}
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// jobNames are the short names of classes.
func jobNames(jobs []*queue.Job) []string {
	out := make([]string, len(jobs))
	for i, j := range jobs {
		out[i] = j.Name
	}
	return out
}

// describeWorker calls a worker as a sentence does.
func describeWorker(w *queue.Worker) string {
	if w.Task != nil {
		name, _ := w.Task.Command.Get()
		if w.Task.Kind == queue.CalledTask {
			return "the " + name + " that code calls"
		}
		return "the scheduled " + name
	}
	switch w.Kind {
	case queue.HorizonSupervisor:
		return fmt.Sprintf("the Horizon supervisor %q", w.Name)
	case queue.HorizonMaster:
		return "artisan horizon" + of(w.Name)
	case queue.Listen:
		return "queue:listen" + of(w.Name)
	case queue.Declared:
		return fmt.Sprintf("the worker %q", w.Name)
	default:
		return "queue:work" + of(w.Name)
	}
}

func of(name string) string {
	if name == "" {
		return ""
	}
	return fmt.Sprintf(" of %q", name)
}

// way tells how a value came, newest step first, without the places, which are shown beside it.
func way(o *queue.Origin) string {
	var steps []string
	for at := o; at != nil && len(steps) < 6; at = at.From {
		if at.Text != "" && (len(steps) == 0 || steps[len(steps)-1] != at.Text) {
			steps = append(steps, at.Text)
		}
	}
	return strings.Join(steps, " <- ")
}

// place is where a value stands, with its label and the way it came; fallback stands in for values that are written nowhere.
func place(role diag.Role, o *queue.Origin, fallback source.Span, label string) diag.Place {
	at := o.Place()
	if at.IsZero() {
		at = fallback
	}
	if w := way(o); w != "" && o.Via != queue.ViaLiteral && o.Via != queue.ViaProperty && o.Via != queue.ViaFlag {
		label += ": " + w
	}
	return diag.Place{Span: at, Role: role, Label: label}
}

// settle gives a diagnostic the certainty of its operands: where one hangs on the default of a variable that nothing found sets, the
// finding is likely, a warning at most, and says how to settle it.
func settle(d *diag.Diagnostic, operands ...*queue.Origin) *diag.Diagnostic {
	var open, inputs []string
	for _, o := range operands {
		open = append(open, o.OpenVariables()...)
		inputs = append(inputs, o.OpenInputs()...)
	}
	settleInputs(d, inputs)
	slices.Sort(open)
	open = slices.Compact(open)
	if len(open) == 0 {
		return d
	}
	d.Confidence = diag.Likely
	d.Severity = min(d.Severity, diag.Warning)
	d.Core = d.Message
	verb := "is"
	if len(open) > 1 {
		verb = "are"
	}
	d.Message += fmt.Sprintf(" (%s %s set by nothing that was found: the default counts)", strings.Join(open, ", "), verb)
	lines := make([]string, len(open))
	for i, name := range open {
		lines[i] = name + ` = "…"`
	}
	d.Fix += fmt.Sprintf("; if production sets %s, say so in qlint.toml: [assume] env = { %s }", strings.Join(open, ", "), strings.Join(lines, ", "))
	return d
}

// settleInputs is settle for variables of infrastructure as code.
func settleInputs(d *diag.Diagnostic, open []string) {
	if len(open) == 0 {
		return
	}
	slices.Sort(open)
	open = slices.Compact(open)
	d.Confidence = diag.Likely
	d.Severity = min(d.Severity, diag.Warning)
	d.Message += fmt.Sprintf(" (by the default of %s)", strings.Join(open, ", "))
}

// soften lowers a finding about what only development uses.
func soften(d *diag.Diagnostic, development bool) *diag.Diagnostic {
	if development {
		d.Severity = diag.Info
	}
	return d
}
