package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var numericStringKnob = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL226", Slug: "numeric-string-knob", Severity: diag.Error,
		Summary: "a text where a number is meant: $tries = '0' fails every job, $delay = '10' is a TypeError",
		Why: "The worker compares the tries with `=== 0`: the text `'0'` is not \"unlimited\", and no attempt is at most 0, so that every job is marked failed " +
			"without running. A text as `$delay` goes to Carbon, which since version 3 (mandatory from Laravel 12 on) takes numbers only: the dispatch to redis or " +
			"database throws (a warning, as a dispatch may set the delay itself). Other texts that are numbers do no harm.",
		Fix:  "Write the number without quotes.",
		Bad:  queueConfig("90") + jobExample("Import", "    public $tries = '0'; // want QL226\n"),
		Good: queueConfig("90") + jobExample("Import", "    public $tries = '3';\n"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		text := func(j *queue.Job, d queue.Declaration) bool {
			s, ok := literal(d)
			if !ok || s.Kind != queue.StringScalar || d.Changed && d.Form == queue.PropertyForm || d.Form == queue.PropertyForm && !visible(d) {
				return false
			}
			switch d.Name {
			case "tries":
				n, known := j.Tries.Get()
				return known && n == 0 && s.Text == "0" && !bounded(j) && reachesWorker(j)
			case "delay":
				return d.Form == queue.PropertyForm && !conflicting(j, "delay") && app.Versions.Carbon.AtLeast(3, 0, 0) == queue.Yes && pushesByClock(j)
			}
			return false
		}
		for _, k := range knobs(app, text) {
			s, _ := literal(k.Declaration)
			d := k.finding(diag.Error, "a text")
			d.Message = fmt.Sprintf("%s: tries is the text %s, which is not the number 0: every job fails unrun", k.who(), show(s))
			d.Outcome = "each job is marked failed at its first pick-up (MaxAttemptsExceededException), handle() never runs"
			d.Fix = "write 0 without quotes for unlimited attempts, or the number that is meant"
			if k.Name == "delay" {
				d.Severity = diag.Warning
				d.Message = fmt.Sprintf("%s: %s is the text %s, which Carbon 3 refuses", k.who(), k.title(), show(s))
				d.Outcome = "a dispatch that sets no delay of its own throws a TypeError: no job is queued"
				d.Fix = "write the seconds without quotes: " + strings.TrimSpace(s.Text)
			}
			out = append(out, d)
		}
		return out
	},
}

// pushesByClock says that a job goes to connections whose driver computes the moment of availability with Carbon.
func pushesByClock(j *queue.Job) bool {
	for _, c := range j.Candidates {
		if driver := driverOf(c.Connection); driver != "redis" && driver != "database" {
			return false
		}
	}
	return len(j.Candidates) > 0
}
