package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var knobNotPublic = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL220", Slug: "knob-not-public", Severity: diag.Error,
		Summary: "a job's property is not public, so that the framework never sees it",
		Why: "Laravel reads `$timeout`, `$tries`, `$backoff` and the like from outside the class, with `$job->timeout ?? null`. A protected, private or static " +
			"property gives null there, without any message: the worker's own value counts. Of a notification, mailable or broadcast event it reads some " +
			"before Laravel 13 without asking, and PHP then fails.\n\nThe rule is silent where the class, a trait or a parent reads the property itself: it " +
			"then serves a purpose of its own.",
		Fix:        "Declare the property `public`.",
		Bad:        queueConfig("330") + jobExample("Import", "    protected $timeout = 300; // want QL220\n"),
		Good:       queueConfig("330") + jobExample("Import", "    public $timeout = 300;\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#timeout"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		hidden := func(j *queue.Job, d queue.Declaration) bool {
			return d.Form == queue.PropertyForm && !visible(d) && !d.Own && meantAsKnob(j, d) && !conflicting(j, d.Name) &&
				asked(app, j, propertyUse, d.Name) == queue.Yes
		}
		for _, k := range knobs(app, hidden) {
			how := k.Visibility
			if k.Static {
				how = "static"
			}
			d := k.finding(diag.Error, "seen by the class alone")
			d.Message = fmt.Sprintf("%s: %s is %s, so the framework never sees it%s", k.who(), k.title(), how, valueOf(k.Declaration))
			d.Outcome = ignoredKnob[k.Name]
			if breaksWhenHidden(app, k.job(), k.Name) {
				d.Message = fmt.Sprintf("%s: %s is %s, and the framework reads it from outside%s", k.who(), k.title(), how, valueOf(k.Declaration))
				d.Outcome = "PHP fails whenever the class is put on a queue: nothing is sent"
			}
			d.Fix = "declare it public"
			out = append(out, d)
		}
		return out
	},
}

// ignoredKnob is what holds where a knob is not read.
var ignoredKnob = map[string]string{
	"timeout":       "the worker's own --timeout limits the job instead (60s where it has none)",
	"tries":         "the worker's own --tries counts instead (1 where it has none)",
	"backoff":       "the worker's own --backoff counts instead (0s where it has none)",
	"maxExceptions": "exceptions are not counted: only the attempts end the job",
	"failOnTimeout": "a job that times out is tried again instead of failing",
	"retryUntil":    "no point in time bounds the attempts: tries counts instead",
	"connection":    "the job goes to the default connection",
	"queue":         "the job goes to the connection's own queue",
	"delay":         "the job is available at once",
	"afterCommit":   "the connection's after_commit counts instead",
	"uniqueFor":     "the unique lock has no end: a job that is lost keeps it for ever",
	"uniqueId":      "all jobs of the class share one unique lock: while one waits, every other is dropped",
}

// meantAsKnob says that a declared property can only be meant as a knob. Names that fit other things count with a fitting default alone.
func meantAsKnob(j *queue.Job, d queue.Declaration) bool {
	s, ok := literal(d)
	switch d.Name {
	case "connection", "queue":
		return ok && s.Kind == queue.StringScalar && !d.Changed
	case "delay":
		return ok && s.Kind == queue.IntScalar && !d.Changed
	case "afterCommit":
		return ok && s.Kind == queue.BoolScalar && !d.Changed
	}
	if m, has := declared(j, d.Name, queue.MethodForm); has && m.Visibility == "public" {
		return false // the method says it
	}
	return ok || d.Changed
}

// conflicting says that a property is one which PHP refuses beside Queueable: that is another rule's finding.
func conflicting(j *queue.Job, name string) bool {
	for _, c := range j.Conflicts {
		if c.Property == name {
			return true
		}
	}
	return false
}

// breaksWhenHidden says that the framework asks property_exists() and then reads: PHP refuses it.
func breaksWhenHidden(app *queue.App, j *queue.Job, name string) bool {
	switch j.Kind {
	case queue.Notification, queue.Mailable, queue.BroadcastEvent:
	default:
		return false
	}
	before13 := app.Versions.Framework.AtLeast(13, 0, 0) == queue.No
	switch name {
	case "timeout", "tries", "maxExceptions":
		return before13
	case "backoff":
		return before13 && j.Kind == queue.BroadcastEvent
	}
	return name == "afterCommit"
}

// valueOf tells a declaration's value where one is known: " (300s)".
func valueOf(d queue.Declaration) string {
	if s, ok := literal(d); ok {
		return " (" + withUnit(d.Name, s) + ")"
	}
	return ""
}
