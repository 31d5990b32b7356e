package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var knobIgnored = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL222", Slug: "knob-ignored", Severity: diag.Warning,
		Summary: "a knob that the framework never reads of this kind of class, or in this version",
		Why: "Jobs, listeners, notifications, mailables and broadcast events are read in different ways. There is no `timeout()`, `maxExceptions()` or " +
			"`failOnTimeout()` method in any version; `tries()` is called on jobs since 10.39 and on listeners since 12.29, on the others never; `$failOnTimeout` " +
			"is not read of mailables at all; `$retryUntil` is not read of listeners; `retryAfter()` and `$timeoutAt` are `backoff()` and `$retryUntil` since 8.0; " +
			"the attributes of `Illuminate\\Queue\\Attributes` do nothing before 13.0.\n\nThe rule is silent where the version is open, where it is not certain what " +
			"the class is queued as, and where the application's own code, a trait or an interface uses the member.",
		Fix:        "Use the form that this kind and version reads: mostly a public property.",
		Bad:        queueConfig("330") + jobExample("Import", "    public function timeout(): int // want QL222\n    {\n        return 300;\n    }\n"),
		Good:       queueConfig("330") + jobExample("Import", "    public $timeout = 300;\n"),
		References: []string{"https://laravel.com/docs/12.x/queues#max-job-attempts-and-timeout"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, k := range knobs(app, func(j *queue.Job, d queue.Declaration) bool { return unread(app, j, d) }) {
			d := k.finding(diag.Warning, "never read")
			d.Message = fmt.Sprintf("%s: %s%s has no effect: %s", k.who(), k.title(), valueOf(k.Declaration), whyUnread(app, k))
			d.Outcome = ignoredKnob[replaced(k.Name)]
			d.Fix = insteadOf(app, k)
			out = append(out, d)
		}
		return out
	},
}

// methodless are knobs that no version asks for as a method.
var methodless = map[string]bool{"timeout": true, "maxExceptions": true, "failOnTimeout": true}

// attributeSince are the versions from which on attributes are read.
var attributeSince = map[string]versionSpan{"delay": from(13, 4, 0), "debounceFor": from(13, 6, 0)}

// unread says that the framework never reads a declaration, for sure, and that nothing else does.
func unread(app *queue.App, j *queue.Job, d queue.Declaration) bool {
	if _, certain := certainKind(j); !certain {
		return false
	}
	switch d.Form {
	case queue.AttributeForm:
		span, ok := attributeSince[d.Name]
		if !ok {
			span = from(13, 0, 0)
		}
		return span.in(app.Versions.Framework) == queue.No
	case queue.MethodForm:
		if d.Own || d.Visibility != "public" || d.Required {
			return false
		}
		if methodless[d.Name] {
			_, same := declared(j, d.Name, queue.PropertyForm)
			return !same // a method beside the property is a getter
		}
		switch d.Name {
		case "tries", "backoff", "retryUntil", "retryAfter":
			return asked(app, j, methodUse, d.Name) == queue.No
		}
		return false
	}
	switch d.Name {
	case "timeout", "tries", "backoff", "maxExceptions", "failOnTimeout", "retryUntil", "timeoutAt":
		_, ok := literal(d)
		return !d.Own && (ok || d.Changed) && asked(app, j, propertyUse, d.Name) == queue.No
	}
	return false
}

// replaced is the present name of a knob.
func replaced(name string) string {
	switch name {
	case "retryAfter":
		return "backoff"
	case "timeoutAt":
		return "retryUntil"
	}
	return name
}

// whyUnread says why the framework passes a declaration over.
func whyUnread(app *queue.App, k knob) string {
	kind := k.job().Kind
	version := app.Versions.Framework
	switch {
	case k.Form == queue.AttributeForm:
		span, ok := attributeSince[k.Name]
		if !ok {
			span = from(13, 0, 0)
		}
		return fmt.Sprintf("the attribute is read from Laravel %d.%d on, and this is %s", span.from.Major, span.from.Minor, version)
	case k.Form == queue.MethodForm && methodless[k.Name]:
		return "no version of Laravel calls such a method"
	case replaced(k.Name) != k.Name && version.AtLeast(8, 0, 0) == queue.Yes:
		return fmt.Sprintf("since Laravel 8 it is called %s", replaced(k.Name))
	}
	uses := propertyUse
	verb := "read"
	if k.Form == queue.MethodForm {
		uses, verb = methodUse, "called"
	}
	span, ever := uses[k.Name][kind]
	if !ever {
		return fmt.Sprintf("Laravel never %ss it of a %s", verbStem(verb), kind)
	}
	return fmt.Sprintf("of a %s it is %s from Laravel %d.%d on, and this is %s", kind, verb, span.from.Major, span.from.Minor, version)
}

func verbStem(participle string) string {
	if participle == "called" {
		return "call"
	}
	return participle
}

// insteadOf says what to write for a knob that is not read.
func insteadOf(app *queue.App, k knob) string {
	name, kind := replaced(k.Name), k.job().Kind
	if span, ok := propertyUse[name][kind]; ok && (k.Form != queue.PropertyForm || name != k.Name) && span.in(app.Versions.Framework) == queue.Yes {
		return "use the property: public $" + name
	}
	if span, ok := methodUse[name][kind]; ok && k.Form != queue.MethodForm && span.in(app.Versions.Framework) == queue.Yes {
		return "use the method: public function " + name + "()"
	}
	return fmt.Sprintf("remove it; a %s of this version has no such knob", kind)
}
