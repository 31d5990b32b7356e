package rules

import (
	"fmt"
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var severalMasters = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL311", Slug: "several-masters", Severity: diag.Warning,
		Summary: "Horizon or the scheduler is started several times by one program",
		Why: "`artisan horizon` starts and balances all workers itself. A second one on the host starts as well and doubles every pool: twice the processes, " +
			"twice the memory, `maxProcesses` exceeded. `schedule:work` with several processes runs every task several times a minute, and every job " +
			"that it dispatches: an error.",
		Fix: "Set `numprocs=1`, and give Horizon more processes in config/horizon.php.",
		Bad: queueConfig("90") + horizonConfig + `-- supervisor/horizon.conf --
[program:horizon]
process_name=%(program_name)s_%(process_num)02d
command=php artisan horizon
autorestart=true
numprocs=2 ; want QL311
stopwaitsecs=70
`,
		Good: queueConfig("90") + horizonConfig + `-- supervisor/horizon.conf --
[program:horizon]
command=php artisan horizon
autorestart=true
stopwaitsecs=70
`,
		References: []string{"https://laravel.com/docs/12.x/horizon#deploying-horizon"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind != queue.HorizonMaster || w.Program == nil || w.Program.Manager != queue.Supervisor {
				continue
			}
			if d := several(w.Program, diag.Warning, "artisan horizon"); d != nil {
				d.Outcome = "every Horizon starts all supervisors: twice or more the workers that the configuration says"
				out = append(out, soften(d, w.Development != ""))
			}
		}
		for _, m := range app.Managers {
			for _, g := range m.Groups {
				for _, p := range g.Programs {
					if !schedules(p) {
						continue
					}
					if d := several(p, diag.Error, "schedule:work"); d != nil {
						d.Outcome = "every task of the schedule runs several times, and every job that it dispatches"
						out = append(out, soften(d, m.Development != ""))
					}
				}
			}
		}
		return out
	},
}

// several is the finding about a program with more than one process; nil where it has one, or where that is not known.
func several(p *queue.Program, severity diag.Severity, command string) *diag.Diagnostic {
	n, ok := p.Processes.Get()
	if !ok || n < 2 {
		return nil
	}
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    place(diag.RoleWorker, p.Processes.Origin(), p.Span, fmt.Sprintf("%d processes", n)),
		Message:  fmt.Sprintf("program %q starts %s %d times", p.Name, command, n),
		Fix:      "set numprocs=1",
		Names:    []string{p.Name},
		Cause:    "processes of " + p.Name,
	}
	return settle(d, p.Processes.Origin())
}

// schedules says that a program runs the scheduler's loop: php artisan schedule:work.
func schedules(p *queue.Program) bool {
	i := slices.IndexFunc(p.Command.Words, func(w queue.Word) bool { return w.Text == "schedule:work" && w.Why == "" })
	return i > 0 && baseName(p.Command.Words[i-1].Text) == "artisan"
}
