package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// attributeExample is a job of Laravel 13 with an attribute and members.
func attributeExample(attribute, members string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^13.0"}}
-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v13.20.0"}]}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 330],
    ],
];
-- app/Jobs/Import.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;
use Illuminate\Queue\Attributes\Timeout;

` + attribute + `class Import implements ShouldQueue
{
    use Queueable;

` + members + `
    public function handle(): void {}
}
`
}

var attributeShadowsProperty = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL223", Slug: "attribute-shadows-property", Severity: diag.Warning,
		Summary: "an attribute and a property of the same class say different things: the attribute counts",
		Why: "From Laravel 13 on `#[Timeout(60)]` on a class beats `public $timeout = 120` in it. Only a value that the constructor or a dispatch gives the " +
			"property (13.4), or a property that a child class declares (13.14), beats the attribute; the rule is silent there.",
		Fix:  "Keep one of the two.",
		Bad:  attributeExample("#[Timeout(60)]\n", "    public $timeout = 120; // want QL223\n"),
		Good: attributeExample("#[Timeout(120)]\n", ""),
		References: []string{
			"https://github.com/laravel/framework/blob/13.x/src/Illuminate/Support/Traits/ReadsClassAttributes.php",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		if app.Versions.Framework.AtLeast(13, 0, 0) != queue.Yes {
			return nil
		}
		var out []*diag.Diagnostic
		shadowed := func(j *queue.Job, d queue.Declaration) bool {
			a, has := declared(j, d.Name, queue.AttributeForm)
			return has && d.Form == queue.PropertyForm && visible(d) && !d.Changed && a.In == d.In && !conflicting(j, d.Name) && differ(a, d)
		}
		for _, k := range knobs(app, shadowed) {
			a, _ := declared(k.job(), k.Name, queue.AttributeForm)
			s, _ := literal(k.Declaration)
			other, _ := literal(a)
			d := k.finding(diag.Warning, "never read")
			d.Message = fmt.Sprintf("%s: %s is %s, but the attribute says %s, and it counts", k.who(), k.title(), withUnit(k.Name, s), withUnit(k.Name, other))
			d.Related = append([]diag.Place{{Span: a.Span, Role: diag.RoleElsewhere, Label: withUnit(k.Name, other) + ": counts"}}, d.Related...)
			d.Outcome = fmt.Sprintf("the class is queued with %s %s", k.Name, withUnit(k.Name, other))
			d.Fix = "keep one of the two"
			out = append(out, d)
		}
		return out
	},
}

// differ says that two declarations are known to have different values. Of two arrays nothing is said.
func differ(a, b queue.Declaration) bool {
	x, ok := literal(a)
	y, both := literal(b)
	return ok && both && strings.Trim(show(x), "'") != strings.Trim(show(y), "'")
}
