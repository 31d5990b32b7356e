package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var timeoutStopIgnored = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL316", Slug: "timeout-stop-ignored", Severity: diag.Error,
		Summary: "systemd cannot read the grace of a unit and uses its own",
		Why: "systemd passes over an assignment that it cannot read, with one line in the journal, and goes on with the value before it or its default of 90 s. " +
			"It has no comments behind a value (`TimeoutStopSec=600 # ten minutes`), no quotes around one, and no unit `mins` or `hrs`; an empty value counts as " +
			"unreadable too. The units are s, sec, min, h, hr, d and their long forms; `m` is a minute and `M` a month. A key that it does not know, in this section or with this case, " +
			"is passed over likewise.\n\n" +
			"Only units that run a worker, or the supervisord of one, are judged. What a template fills in is not known.",
		Fix: "Write a number of seconds, or numbers with units (`TimeoutStopSec=10min`), in the section `[Service]`. Put comments on lines of their own.",
		Bad: queueConfig("90") + `-- systemd/queue.service --
[Service]
ExecStart=/usr/bin/php /srv/shop/artisan queue:work redis --tries=1
Restart=always
# want-below QL316
TimeoutStopSec=10mins
`,
		Good: queueConfig("90") + `-- systemd/queue.service --
[Service]
ExecStart=/usr/bin/php /srv/shop/artisan queue:work redis --tries=1
Restart=always
TimeoutStopSec=10min
`,
		References: []string{"https://www.freedesktop.org/software/systemd/man/latest/systemd.time.html"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, p := range app.Programs {
			if p.Unit == nil {
				continue
			}
			for _, i := range p.Unit.Ignored {
				out = append(out, soften(passedOver(app, p, i), p.Development != ""))
			}
		}
		return out
	},
}

// passedOver is the finding about an assignment that systemd passes over.
func passedOver(app *queue.App, p *queue.Program, i queue.IgnoredSetting) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Error,
		Place:    diag.Place{Span: i.Span, Role: diag.RoleGrace, Label: i.Reason},
		Message:  fmt.Sprintf("systemd passes over %s=%s in %q", i.Key, i.Text, p.Name),
		Outcome:  "the unit is stopped as if the line were not there",
		Fix:      "write a number of seconds, or numbers with the units s, min, h and d; a comment belongs on a line of its own",
		Names:    []string{p.Manager.String(), p.Name, i.Key},
		Cause:    "stop grace of " + p.Name,
	}
	if i.Key != i.Meant {
		d.Fix = "write " + i.Meant
	} else if i.Span.Text() == i.Key && i.Text != "" {
		d.Fix = "move it to the section [Service]"
	}
	if grace, ok := p.StopWait.Get(); ok {
		d.Message += fmt.Sprintf(" and kills it after %s", secs(grace))
		for _, w := range app.Workers {
			if w.Program != p {
				continue
			}
			d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: "this worker"})
			if l, ok := longestOf(w); ok {
				if limit, known := l.value.Get(); known && limit > grace {
					d.Outcome = killed(w, l, limit, grace)
					d.Related = append(d.Related, longestPlace(w, l))
				}
			}
			break
		}
	}
	return d
}
