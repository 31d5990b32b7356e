package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var pcntlMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL339", Slug: "pcntl-missing", Severity: diag.Warning,
		Summary: "workers run in an image whose PHP cannot handle signals and alarms",
		Why: "Laravel's workers need ext-pcntl for both of their clocks: without it no `--timeout` and no job's own timeout is enforced, and a stop signal is not handled, " +
			"so that a deploy kills whatever job runs, or, as process 1 of a container, the worker ignores the signal until it is killed. Horizon does not start.\n\n" +
			"The official PHP images come without it, and a `disable_functions` in php.ini takes its functions away. An image that a script fills " +
			"is not judged, and neither is one of another publisher.",
		Fix: "Add `RUN docker-php-ext-install pcntl` to the Dockerfile.",
		Bad: queueConfig("90") + `-- compose.yaml --
services:
  worker:
    build: .
    restart: always
    stop_grace_period: 90s
-- Dockerfile --
FROM php:8.4-cli # want QL339
RUN docker-php-ext-install pdo_mysql
CMD ["php", "artisan", "queue:work", "redis", "--tries=1"]
`,
		Good: queueConfig("90") + `-- compose.yaml --
services:
  worker:
    build: .
    restart: always
    stop_grace_period: 90s
-- Dockerfile --
FROM php:8.4-cli
RUN docker-php-ext-install pdo_mysql pcntl
CMD ["php", "artisan", "queue:work", "redis", "--tries=1"]
`,
		References: []string{"https://laravel.com/docs/12.x/queues#worker-timeouts"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		var judged []*queue.Image
		for _, w := range app.Workers {
			if w.Program == nil || w.Kind != queue.Work && w.Kind != queue.HorizonMaster || w.Once {
				continue
			}
			for _, image := range w.Program.Images {
				can, known := image.Signals.Get()
				if !known || can || slices.ContainsFunc(judged, func(i *queue.Image) bool { return i.Span == image.Span }) {
					continue
				}
				judged = append(judged, image)
				out = append(out, soften(withoutSignals(app, w, image), w.Development != ""))
			}
		}
		return out
	},
}

// withoutSignals is the finding about an image, with the workers that run in it.
func withoutSignals(app *queue.App, first *queue.Worker, image *queue.Image) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    place(diag.RoleElsewhere, image.Signals.Origin(), image.Span, "no ext-pcntl"),
		Message:  fmt.Sprintf("%s runs in an image without ext-pcntl: no timeout is enforced and no stop signal handled", describeWorker(first)),
		Outcome:  "a job that hangs, hangs for good; every stop kills the job at hand in the middle",
		Fix:      "add RUN docker-php-ext-install pcntl to the Dockerfile",
		Names:    []string{image.Base},
		Cause:    "pcntl in " + image.Base,
	}
	if !isDefault(image.Signals) {
		d.Message = fmt.Sprintf("%s runs in an image whose php.ini disables functions of ext-pcntl: no timeout is enforced and no stop signal handled", describeWorker(first))
		d.Fix = "take the pcntl functions out of disable_functions for the command line"
	}
	for _, w := range app.Workers {
		if w.Program == nil || w.Kind != queue.Work && w.Kind != queue.HorizonMaster {
			continue
		}
		if slices.ContainsFunc(w.Program.Images, func(i *queue.Image) bool { return i.Span == image.Span }) {
			d.Related = append(d.Related, diag.Place{Span: w.Span, Role: diag.RoleWorker, Label: describeWorker(w)})
		}
	}
	return d
}
