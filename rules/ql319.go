package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var queueListMalformed = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL319", Slug: "queue-list-malformed", Severity: diag.Error,
		Summary: "a worker's list of queues has a blank, an empty element or a queue twice",
		Why: "The list is split at its commas and nothing is trimmed: `--queue=\"high, default\"` polls a queue named \" default\", into which nothing is ever " +
			"pushed, and the jobs of `default` wait for ever. An empty element (`--queue=high,`) polls the connection's own default queue, which the list hides: a " +
			"warning. A queue that stands twice is polled twice: a warning.",
		Fix: "Write the list without blanks, empty elements or repetitions.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --queue="high, default" ; want QL319/error
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --queue=high,default
autorestart=true
stopwaitsecs=70
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var groups pools
		for _, w := range app.Workers {
			names, ok := w.Queues.Get()
			fault, _ := listFault(names)
			switch {
			case !ok || fault == "" || w.Kind == queue.HorizonMaster:
			case w.Kind == queue.HorizonSupervisor:
				groups.add(w, orSpan(w.Queues.Origin().Place(), w.Span), strings.Join(names, ","))
			default:
				out = append(out, soften(reportList(w), w.Development != ""))
			}
		}
		for _, g := range groups.pools {
			out = append(out, g.report(app, reportList(g.worker)))
		}
		return out
	},
}

// listFault says what is wrong with a list of queues, "" for nothing, and how bad it is.
func listFault(names []string) (fault string, severity diag.Severity) {
	for _, name := range names {
		if trimmed := strings.TrimSpace(name); trimmed != name && trimmed != "" {
			return fmt.Sprintf("polls %q, with a blank, and not %q", name, trimmed), diag.Error
		}
	}
	for i, name := range names {
		switch {
		case strings.TrimSpace(name) == "" && len(names) > 1:
			return "has an empty element, which polls the connection's own queue", diag.Warning
		case slices.Index(names, name) < i:
			return fmt.Sprintf("polls %q twice", name), diag.Warning
		}
	}
	return "", diag.Info
}

func reportList(w *queue.Worker) *diag.Diagnostic {
	names, _ := w.Queues.Get()
	fault, severity := listFault(names)
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    place(diag.RoleWorker, w.Queues.Origin(), w.Span, "this list is split at its commas, and nothing is trimmed"),
		Message:  fmt.Sprintf("%s %s", describeWorker(w), fault),
		Outcome:  "the order of the queues is not what it seems",
		Fix:      "write the list as " + strings.Join(tidy(names), ","),
		Names:    []string{w.Name},
		Cause:    "queues of " + w.Name,
	}
	if severity == diag.Error {
		d.Outcome = "nothing is pushed into a queue of that name: the jobs of the queue that was meant wait for ever"
	}
	return settle(d, w.Queues.Origin())
}

// tidy is a list of queues as it was meant.
func tidy(names []string) []string {
	var out []string
	for _, name := range names {
		if name = strings.TrimSpace(name); name != "" && !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	return out
}
