package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var daemonizedInContainer = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL314", Slug: "daemonized-in-container", Severity: diag.Error,
		Summary: "supervisord goes into the background and leaves the container without its first process",
		Why: "A container ends with its first process. supervisord forks into the background unless it is told not to: `nodaemon=true` in `[supervisord]`, or " +
			"`-n` on its command line. As a container's first process it then ends at once, and the container with it.",
		Fix: "Set `nodaemon=true` in `[supervisord]`, or start it with `-n`.",
		Bad: queueConfig("90") + `-- compose.yaml --
services:
  workers:
    build: .
    restart: always
    stop_grace_period: 90s
-- Dockerfile --
FROM php:8.4-cli
RUN docker-php-ext-install pcntl
COPY supervisord.conf /etc/supervisord.conf
CMD ["supervisord", "-c", "/etc/supervisord.conf"]
-- supervisord.conf --
[supervisord] ; want QL314
user=root

[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- compose.yaml --
services:
  workers:
    build: .
    restart: always
    stop_grace_period: 90s
-- Dockerfile --
FROM php:8.4-cli
RUN docker-php-ext-install pcntl
COPY supervisord.conf /etc/supervisord.conf
CMD ["supervisord", "-n", "-c", "/etc/supervisord.conf"]
-- supervisord.conf --
[supervisord]
user=root

[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/configuration.html#supervisord-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			stays, known := m.StaysInFront.Get()
			if !known || stays || len(m.FirstIn) == 0 || m.Template {
				continue
			}
			c := m.FirstIn[0]
			d := &diag.Diagnostic{
				Severity: diag.Error,
				Place:    place(diag.RoleElsewhere, m.StaysInFront.Origin(), m.Span, "it forks into the background"),
				Message:  fmt.Sprintf("supervisord is the first process of the container %q and goes into the background", c.Name),
				Related:  []diag.Place{{Span: c.Span, Role: diag.RoleElsewhere, Label: "the container"}},
				Outcome:  "the container ends as soon as supervisord has forked: no worker runs",
				Fix:      "set nodaemon=true in [supervisord], or start it with -n",
				Names:    []string{c.Name},
				Cause:    "nodaemon of " + c.Name,
			}
			out = append(out, soften(d, m.Development != ""))
		}
		return out
	},
}
