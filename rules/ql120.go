package rules

import (
	"fmt"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var envVariableNotRead = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL120", Slug: "env-variable-not-read", Severity: diag.Warning,
		Summary: "an env file sets a clock or count of queues that nothing reads",
		Why: "`REDIS_QUEUE_RETRY_AFTER=130` changes nothing where `config/queue.php` has a literal, or was made before the variable existed: who raises it " +
			"in production believes that the lease grew. Looked at are names that end in RETRY_AFTER, names with QUEUE, HORIZON, JOB or WORKER and with TIMEOUT or " +
			"TRIES, and names about queues that are nearly the name of a variable which is read and not set.\n\nA variable counts as read where its name stands " +
			"in any file of the repository but to give it a value: in `env()`, as `$X` or `${X}`, as `%(ENV_X)s`, in `process.env`; and where the framework's own " +
			"configuration, which lies under the application's since Laravel 11, reads it for a connection that the application does not define. The rule is " +
			"silent where the configuration computes names for `env()`.",
		Fix: "Read the variable in the configuration, or remove the line.",
		Bad: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- .env.example --
REDIS_QUEUE_RETRY_AFTER=300 # want QL120
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90],
    ],
];
`,
		Good: `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- .env.example --
REDIS_QUEUE_RETRY_AFTER=300
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 90)],
    ],
];
`,
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, v := range app.UnreadVariables {
			c, byFramework := meantConnection(app, v.Name)
			if byFramework {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: v.Spans[0], Role: diag.RoleElsewhere, Label: "read by nothing"},
				Message:  fmt.Sprintf("%s (%s) is set, but nothing reads it", v.Name, v.Value),
				Outcome:  "the value changes nothing, whatever it says",
				Fix:      fmt.Sprintf("read it with env('%s', …) in the configuration, or remove the line", v.Name),
				Names:    []string{v.Name},
				Cause:    v.Name,
			}
			if v.Value == "" {
				d.Message = fmt.Sprintf("%s is set, but nothing reads it", v.Name)
			}
			if lease, ok := leaseOf(c); ok {
				l, _ := lease.Get()
				d.Outcome = fmt.Sprintf("retry_after of %q is %s whatever the variable says", c.Name, secs(l))
				d.Related = append(d.Related, leasePlace(c, lease))
			}
			if v.Near != "" {
				d.Message = fmt.Sprintf("%s is set, but nothing reads it; the configuration reads %s, which is not set", v.Name, v.Near)
				d.Fix = "did you mean " + v.Near + "?"
			}
			for _, other := range v.Spans[1:] {
				d.Related = append(d.Related, diag.Place{Span: other, Role: diag.RoleElsewhere, Label: "set here too"})
			}
			out = append(out, d)
		}
		return out
	},
}

// meantConnection is the connection that a variable of the framework's own configuration is about, nil for others, and whether that
// configuration may read it: the application does not define the connection itself, or it is not known.
func meantConnection(app *queue.App, variable string) (c *queue.Connection, byFramework bool) {
	name, ok := strings.CutSuffix(variable, "_QUEUE_RETRY_AFTER")
	if !ok {
		return nil, false
	}
	names := map[string]string{"DB": "database", "REDIS": "redis", "BEANSTALKD": "beanstalkd"}
	c = app.Connection(names[name])
	if names[name] == "" || app.Versions.Framework.AtLeast(11, 0, 0) == queue.No {
		return c, false
	}
	return c, c == nil && app.MoreConnections != "" || c != nil && c.Span.IsZero()
}

// leaseOf is the one known lease of a connection.
func leaseOf(c *queue.Connection) (queue.Value[time.Duration], bool) {
	if c == nil {
		return queue.Value[time.Duration]{}, false
	}
	_, ok := c.Lease.Get()
	return c.Lease, ok
}
