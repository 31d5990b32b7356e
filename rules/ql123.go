package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var platformGraceCeiling = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL123", Slug: "platform-grace-ceiling", Severity: diag.Error,
		Summary: "a job may run longer than its platform ever waits on a stop",
		Why: `Hosting platforms bound the time between the stop signal and SIGKILL, whatever their file says: Fly.io and Render 300 s, Fargate 120 s,
DigitalOcean's App Platform 600 s. A job that may run longer is cut in the middle by every deploy that meets it early enough, and no setting of the
platform prevents it.

A worker whose jobs have no known limit is not judged here.`,
		Fix: `Split the job into steps that end in time, or save its progress so that it goes on where it was cut (` + "`release()`" + ` after each step); or move the
worker to a platform that waits longer. Then lower the job's ` + "`$timeout`" + `.`,
		Bad: queueConfig("1000") + `-- fly.toml --
app = "shop"
kill_timeout = "5m"

[processes]
worker = "php artisan queue:work redis --tries=3 --timeout=900" # want QL123
`,
		Good: queueConfig("1000") + `-- fly.toml --
app = "shop"
kill_signal = "SIGTERM"
kill_timeout = "5m"

[processes]
worker = "php artisan queue:work redis --tries=3 --timeout=280"
`,
		References: []string{
			"https://fly.io/docs/reference/configuration/", "https://docs.aws.amazon.com/AmazonECS/latest/APIReference/API_ContainerDefinition.html",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			n, ok := needOf(app, w)
			if !ok {
				continue
			}
			if s := beyondCeiling(w, n.limit); s != nil {
				out = append(out, soften(ceiling(w, s, n), w.Development != ""))
			}
		}
		return out
	},
}

func ceiling(w *queue.Worker, s *queue.StopStage, n need) *diag.Diagnostic {
	return settle(&diag.Diagnostic{
		Severity: diag.Error,
		Place:    n.place,
		Message:  fmt.Sprintf("%s %s, but %s never waits longer than %s when it stops %q", n.who, secs(n.limit), manager(s), secs(s.Most), s.Name),
		Related: append([]diag.Place{{
			Span: s.Span, Role: diag.RoleGrace, Label: secs(s.Most) + " at most, " + whatever(s),
		}}, workerPlace(w, n.place.Span)...),
		Outcome: fmt.Sprintf("a deploy that meets the job in its first %s kills it in the middle, and no setting prevents that", secs(n.limit-s.Most)),
		Fix:     fmt.Sprintf("split the job, or let it save its progress; then limit it to %s", secs(s.Most)),
		Names:   []string{s.Kind, s.Name},
		Cause:   "stop grace of " + s.Name,
	}, n.origins...)
}

// whatever says that a stage's setting cannot change its ceiling.
func whatever(s *queue.StopStage) string {
	if s.Setting == "" {
		return "and no setting changes that"
	}
	return "whatever " + s.Setting + " says"
}
