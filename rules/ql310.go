package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var processNameCollision = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL310", Slug: "process-name-collision", Severity: diag.Error,
		Summary: "several processes of one program would have the same name: supervisord refuses to start",
		Why: "`numprocs` above 1 needs a `process_name` with `%(process_num)`: the default is the program's name alone, and Supervisor refuses a file in which " +
			"processes would share one. The whole daemon stays down, with every worker of it.",
		Fix: "Write `process_name=%(program_name)s_%(process_num)02d` into the program.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3
autorestart=true
numprocs=4 ; want QL310
stopwaitsecs=70
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
process_name=%(program_name)s_%(process_num)02d
command=php artisan queue:work redis --tries=3
autorestart=true
numprocs=4
stopwaitsecs=70
`,
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		out := refusals(app, collides)
		for _, d := range out {
			d.Fix = "write process_name=%(program_name)s_%(process_num)02d into the program"
		}
		return out
	},
}
