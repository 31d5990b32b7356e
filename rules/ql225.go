package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var traitPropertyConflict = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL225", Slug: "trait-property-conflict", Severity: diag.Error,
		Summary: "a class declares a property otherwise than the trait Queueable that it uses: PHP cannot load it",
		Why: "The trait declares `public $connection`, `$queue`, `$delay`, `$afterCommit` (8.19) and `$middleware` (6.0). PHP refuses a class that uses it and has " +
			"one of them with another default, a type or another visibility, itself, in a parent or in another trait: `public $queue = 'mail';` is a fatal error " +
			"when the class is loaded. Only a child of the class that uses the trait may declare them. `$timeout`, `$tries`, `$backoff` are not in the trait.",
		Fix:  "Call `$this->onQueue('mail')` in the constructor (`onConnection()`, `delay()`, `afterCommit()`), or drop the trait.",
		Bad:  queueConfig("90") + jobExample("Import", "    public $queue = 'imports'; // want QL225\n"),
		Good: queueConfig("90") + jobExample("Import", "    public function __construct()\n    {\n        $this->onQueue('imports');\n    }\n"),
		References: []string{
			"https://www.php.net/manual/en/language.oop5.traits.php#language.oop5.traits.properties.conflicts",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var seen []source.Span
		var out []*diag.Diagnostic
		for _, j := range app.Jobs {
			for _, c := range j.Conflicts {
				if slices.Contains(seen, c.Span) || !inTrait(app, c.Property) {
					continue
				}
				seen = append(seen, c.Span)
				out = append(out, &diag.Diagnostic{
					Severity: diag.Error,
					Place:    diag.Place{Span: c.Span, Role: diag.RoleElsewhere, Label: c.Why},
					Message:  fmt.Sprintf("%s: $%s conflicts with that of the trait Queueable: %s", short(c.User), c.Property, c.Why),
					Related:  []diag.Place{{Span: c.Use, Role: diag.RoleElsewhere, Label: "the trait declares public $" + c.Property}},
					Outcome:  "PHP dies when it loads the class (the definition differs and is considered incompatible)",
					Fix:      traitFix[c.Property],
					Names:    []string{c.In, c.Property},
					Cause:    c.Property + " of " + c.In,
				})
			}
		}
		return out
	},
}

// traitFix is what to write instead of the property.
var traitFix = map[string]string{
	"connection":  "call $this->onConnection(…) in the constructor",
	"queue":       "call $this->onQueue(…) in the constructor",
	"delay":       "call $this->delay(…) in the constructor",
	"afterCommit": "call $this->afterCommit() in the constructor",
	"middleware":  "return it from a method middleware()",
}

// inTrait says that the trait of this version has the property.
func inTrait(app *queue.App, property string) bool {
	switch property {
	case "afterCommit":
		return app.Versions.Framework.AtLeast(8, 19, 0) == queue.Yes
	case "middleware":
		return app.Versions.Framework.AtLeast(6, 0, 0) == queue.Yes
	}
	return true
}

// short is the last part of a class's name.
func short(class string) string { return class[strings.LastIndexByte(class, '\\')+1:] }
