package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonEnvironmentMissing = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL323", Slug: "horizon-environment-missing", Severity: diag.Warning,
		Summary: "Horizon has no environment of the name that APP_ENV gives: it starts no worker",
		Why: "Horizon takes the first entry of `environments` whose name matches `horizon.env` or, where that is not set, APP_ENV; upper and lower case " +
			"differ. Where none matches it reports that it started successfully and runs no worker at all.\n\nThe rule asks for an env file of production or " +
			"the like, a container or a program that sets APP_ENV, and is silent where a name with `*` matches or where the list of environments is not known as a whole.",
		Fix: "Add the environment to config/horizon.php, or set HORIZON_ENV or APP_ENV to one that it has.",
		Bad: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
        ],
    ],
`) + `-- .env.production --
APP_ENV=live # want QL323
QUEUE_CONNECTION=redis
`,
		Good: horizonExample(`    'environments' => [
        'live' => [
            'supervisor-1' => ['connection' => 'redis', 'queue' => ['default'], 'tries' => 1, 'timeout' => 60],
        ],
    ],
`) + `-- .env.production --
APP_ENV=live
QUEUE_CONNECTION=redis
`,
		References: []string{"https://laravel.com/docs/12.x/horizon#environments"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		chosen := app.Plan.Chosen.Or(app.Environment.AppEnv)
		name, ok := chosen.Get()
		if !app.Horizon || !ok || name == "" || !provesProduction(app, chosen.Origin()) || app.Plan.Open != "" ||
			len(app.Plan.Environments) == 0 || isDevelopmentName(name) {
			return nil
		}
		var have []string
		for _, e := range app.Plan.Environments {
			if e.Matches(name) {
				return nil
			}
			have = append(have, e.Name)
		}
		d := &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    place(diag.RoleSelects, chosen.Origin(), chosen.Origin().Place(), "Horizon's environment here"),
			Message:  fmt.Sprintf("Horizon runs in the environment %q, which config/horizon.php does not have", name),
			Outcome:  "Horizon says that it started successfully, and runs no worker",
			Fix:      fmt.Sprintf("add %q to the environments of config/horizon.php (it has %s)", name, strings.Join(have, ", ")),
			Names:    []string{name},
			Cause:    "Horizon environment " + name,
		}
		if at := app.Plan.Environments[0].Span; !at.IsZero() {
			d.Related = append(d.Related, diag.Place{Span: at, Role: diag.RoleElsewhere, Label: "the environments that Horizon has"})
		}
		return []*diag.Diagnostic{settle(d, chosen.Origin())}
	},
}

// isDevelopmentName says that an environment's name is one of development or tests.
func isDevelopmentName(name string) bool {
	switch strings.ToLower(name) {
	case "local", "dev", "develop", "development", "testing", "test", "ci":
		return true
	}
	return false
}
