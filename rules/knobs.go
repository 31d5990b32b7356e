package rules

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// knob is one declaration of a knob with the jobs that have it: several where they inherit it.
type knob struct {
	queue.Declaration
	jobs []*queue.Job
}

// job is the first of the jobs, which stands for all.
func (k knob) job() *queue.Job { return k.jobs[0] }

// who names the jobs.
func (k knob) who() string { return names(jobNames(k.jobs)) }

// title is the declaration as code calls it: $timeout, backoff(), #[Timeout].
func (k knob) title() string {
	switch k.Form {
	case queue.MethodForm:
		return k.Name + "()"
	case queue.AttributeForm:
		return "#[" + k.Span.Text() + "]"
	}
	return "$" + k.Name
}

// knobs lists the declarations that a test accepts, each once. Abstract classes are not dispatched and do not count.
func knobs(app *queue.App, accept func(*queue.Job, queue.Declaration) bool) []knob {
	var out []knob
	for _, j := range app.Jobs {
		if j.Abstract {
			continue
		}
		for _, d := range j.Declared {
			if !accept(j, d) {
				continue
			}
			i := slices.IndexFunc(out, func(k knob) bool { return k.Span == d.Span && k.Form == d.Form })
			if i < 0 {
				i = len(out)
				out = append(out, knob{Declaration: d})
			}
			out[i].jobs = append(out[i].jobs, j)
		}
	}
	return out
}

// finding is the start of what is said about a knob.
func (k knob) finding(severity diag.Severity, label string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Severity: severity,
		Place:    diag.Place{Span: k.Span, Role: diag.RoleElsewhere, Label: label},
		Related:  sharers(k.jobs),
		Names:    []string{k.job().Class, k.Name},
		Cause:    k.Name + " of " + k.job().Class,
	}
}

// sharers lists the classes that inherit a declaration, where there are several.
func sharers(jobs []*queue.Job) []diag.Place {
	if len(jobs) < 2 {
		return nil
	}
	out := make([]diag.Place, len(jobs))
	for i, j := range jobs {
		out[i] = diag.Place{Span: j.Span, Role: diag.RoleElsewhere, Label: j.Name + " has this declaration"}
	}
	return out
}

// declared finds a job's declaration of a name in a form.
func declared(j *queue.Job, name string, form queue.DeclarationForm) (queue.Declaration, bool) {
	i := slices.IndexFunc(j.Declared, func(d queue.Declaration) bool { return d.Name == name && d.Form == form })
	if i < 0 {
		return queue.Declaration{}, false
	}
	return j.Declared[i], true
}

// literal is a property's default or an attribute's value, where one is known that is not null.
func literal(d queue.Declaration) (queue.Scalar, bool) {
	s, ok := d.Value.Get()
	return s, ok && s.Kind != queue.NullScalar
}

// visible says that a declared property can be read from outside.
func visible(d queue.Declaration) bool { return d.Visibility == "public" && !d.Static }

// certainKind is what a job is queued as, and whether that is certain.
func certainKind(j *queue.Job) (queue.JobKind, bool) { return j.Kind, len(j.Kinds) == 1 }

// withUnit is a knob's value as a sentence has it: 30s, 3.
func withUnit(name string, s queue.Scalar) string {
	text := show(s)
	switch name {
	case "timeout", "backoff", "delay", "uniqueFor", "debounceFor", "retryAfter":
		if s.Kind == queue.IntScalar || s.Kind == queue.FloatScalar {
			return text + "s"
		}
	}
	return text
}
