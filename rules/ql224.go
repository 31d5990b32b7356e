package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var propertyAndMethod = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL224", Slug: "property-and-method", Severity: diag.Info,
		Summary: "a job has a knob as property and as method with different values, of which one counts",
		Why: "Before Laravel 13 `$tries` and `$backoff` of a job beat `tries()` and `backoff()`; from 13 on it is the other way round, also where the method " +
			"returns null. A listener's methods always win. The rule says who wins in this version, and is silent where the version leaves it open or the " +
			"values are not known.",
		Fix:  "Keep one of the two.",
		Bad:  queueConfig("90") + jobExample("Import", "    public $tries = 3; // want QL224\n\n    public function tries(): int\n    {\n        return 9;\n    }\n"),
		Good: queueConfig("90") + jobExample("Import", "    public function tries(): int\n    {\n        return 9;\n    }\n"),
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		both := func(j *queue.Job, d queue.Declaration) bool {
			m, has := declared(j, d.Name, queue.MethodForm)
			_, certain := methodWins(app, j)
			return has && d.Form == queue.PropertyForm && (d.Name == "tries" || d.Name == "backoff") && visible(d) && !d.Changed && m.Visibility == "public" &&
				!m.Required && certain && differ(m, d) && asked(app, j, methodUse, d.Name) == queue.Yes && asked(app, j, propertyUse, d.Name) == queue.Yes
		}
		for _, k := range knobs(app, both) {
			m, _ := declared(k.job(), k.Name, queue.MethodForm)
			p, _ := literal(k.Declaration)
			q, _ := literal(m)
			wins, _ := methodWins(app, k.job())
			d := k.finding(diag.Info, "counts")
			other := diag.Place{Span: m.Span, Role: diag.RoleElsewhere, Label: "not called"}
			winner := k.title()
			if wins {
				winner = m.Name + "()"
				d.Place.Label, other.Label = "not read", "counts"
			}
			d.Message = fmt.Sprintf("%s: %s is %s and %s() gives %s: in Laravel %s %s counts",
				k.who(), k.title(), withUnit(k.Name, p), k.Name, withUnit(k.Name, q), app.Versions.Framework, winner)
			d.Related = append([]diag.Place{other}, d.Related...)
			d.Outcome = "the other value looks as if it counted; from Laravel 13 on the method wins, before it the property"
			if k.job().Kind == queue.Listener {
				d.Outcome = "the property looks as if it counted"
			}
			d.Fix = "keep one of the two"
			out = append(out, d)
		}
		return out
	},
}

// methodWins says whether a job's method beats its property, and whether that is certain.
func methodWins(app *queue.App, j *queue.Job) (wins, certain bool) {
	if j.Kind == queue.Listener {
		return true, true
	}
	since := app.Versions.Framework.AtLeast(13, 0, 0)
	return since == queue.Yes, since != queue.Maybe
}
