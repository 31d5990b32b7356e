package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var expiredIgnore = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL004", Slug: "expired-ignore", Severity: diag.Warning,
		Summary: "an ignore comment whose last day has passed",
		Why:     "`until=2027-03-01`" + ` is the last day on which the comment counts. From the next day on what it hid is reported again, and so is the comment.`,
		Fix:     "Mend what the comment hides, or give it a later date.",
		Bad: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=60 ; qlint:ignore QL110 until=2020-01-31 the server moves ; want QL004 QL110
`,
		Good: queueConfig("330") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=3 --timeout=300
autorestart=true
stopwaitsecs=60 ; qlint:ignore QL110 until=2999-01-31 the server moves
`,
	},
	Check: aboutQlint,
}
