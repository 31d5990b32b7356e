package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// aboutQlint is the check of rules about qlint's own comments and files: the engine knows those, the model of an application does not.
func aboutQlint(*queue.App) []*diag.Diagnostic { return nil }

var unusedIgnore = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL002", Slug: "unused-ignore", Severity: diag.Warning,
		Summary: "an ignore comment takes nothing back although its rule ran",
		Why: `What it hid was mended, or the comment stands on a wrong line. Left behind, it would hide the next finding at that place.

Only rules that ran count: with ` + "`--rule`, `--disable`, `--environment`, `--env` or `--env-file`" + ` an ignore may be needed by what was not looked at.`,
		Fix: "Take the comment away, or put it on the line of the finding.",
		Bad: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=310 ; qlint:ignore QL110 the queue is drained first ; want QL002
`,
		Good: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=60 ; qlint:ignore QL110 the queue is drained first
`,
	},
	Check: aboutQlint,
}
