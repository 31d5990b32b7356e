package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var ignoreWithoutReason = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL003", Slug: "ignore-without-reason", Severity: diag.Error,
		Summary: "an ignore comment without a rule or without a reason",
		Why: `Whoever meets the comment in a year has to know why the finding does not matter, and whether that still holds. A comment that names no
rule, an unknown one, no reason or no date after ` + "`until=`" + ` takes nothing back.`,
		Fix: "Write `qlint:ignore QL110 reason`; several rules without blanks between them, as in `qlint:ignore QL101,QL110 reason`.",
		Bad: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=60 ; want QL003 QL110 ; qlint:ignore QL110
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
