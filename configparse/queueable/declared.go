package queueable

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// mistaken are properties that no version of the framework reads, but that are mistaken for knobs.
var mistaken = []string{
	"retry_after", "retry_until", "retries", "maxTries", "max_tries", "maxAttempts", "max_attempts", "time_out", "timeOut",
	"max_exceptions", "fail_on_timeout", "back_off", "backOff", "unique_for",
}

// declaredProperties are the properties that are listed as declarations: those that some version of the framework reads of a queued
// class, and those that are mistaken for one.
var declaredProperties = slices.Concat([]string{
	"timeout", "tries", "backoff", "maxExceptions", "failOnTimeout", "retryUntil", "retryAfter", "timeoutAt", "connection", "queue", "delay",
	"afterCommit", "uniqueFor", "uniqueId", "debounceFor", "deleteWhenMissingModels",
}, mistaken)

// declaredMethods are the methods that are listed: those that the framework calls by their name, and those that it never calls.
var declaredMethods = []string{
	"tries", "backoff", "retryUntil", "retryAfter", "timeout", "maxExceptions", "failOnTimeout", "middleware", "uniqueId", "uniqueFor",
	"uniqueVia", "failed", "viaConnection", "viaQueue", "viaConnections", "viaQueues", "broadcastQueue",
}

// onlyUnique are knobs that the framework reads of a ShouldBeUnique alone.
var onlyUnique = map[string]bool{"uniqueFor": true, "uniqueId": true, "uniqueVia": true}

// declarations lists the knobs that a class declares or inherits from the application's own code.
func (r *reader) declarations() []queue.Declaration {
	if r.run() != "" {
		return nil
	}
	var out []queue.Declaration
	lacks := func(name string) bool { return onlyUnique[name] && !r.s.is(shouldBeUnique) }
	for _, name := range declaredProperties {
		if !r.s.members["$"+name] || lacks(name) {
			continue
		}
		if found, _ := r.code.classes.FindProperty(r.s.class, name); found != nil {
			out = append(out, r.declaredProperty(name, found))
		}
	}
	for _, name := range declaredMethods {
		if !r.s.members[fold(name)] || lacks(name) {
			continue
		}
		if found, _ := r.code.classes.FindMethod(r.s.class, name); found != nil {
			out = append(out, r.declaredMethod(name, found))
		}
	}
	for _, name := range declaredProperties {
		if attributeNames[name] == "" {
			continue
		}
		if a, _ := r.attribute(name, gates[len(gates)-1]); a != nil {
			out = append(out, queue.Declaration{
				Name: name, Form: queue.AttributeForm, Span: a.on.Unit.Span(a.decl.Name), In: a.on.Name, Visibility: "public",
				Value: r.attributeValue(a, name).AsScalar(),
			})
		}
	}
	return out
}

func (r *reader) declaredProperty(name string, found *phpeval.Member[phpeval.PropertyDecl]) queue.Declaration {
	d := queue.Declaration{
		Name: name, Form: queue.PropertyForm, Span: found.In.Unit.Span(found.Decl.Node), In: found.In.Name,
		Visibility: visibility(found.Decl.Flags), Static: found.Decl.Flags.Has(php.FlagStatic),
	}
	switch {
	case found.Decl.Promoted || found.Decl.Hooked:
		d.Value = queue.NotKnown[queue.Scalar]("it is set when the job is made", nil)
	case found.Decl.Default != nil:
		d.Value = r.defaultOf(found).AsScalar()
	default:
		d.Value = queue.NotSet[queue.Scalar](nil)
	}
	u := r.usage()
	d.Own = u.reads[name] || r.s.opaque || r.s.members["__get"] || r.s.members["__isset"] || slices.Contains(mistaken, name) && r.code.names("->"+name)
	d.Changed = u.sets[name] || found.Decl.Promoted || found.Decl.Hooked || r.of(name, r.s.kinds[0]).changed || name == "delay" && r.delayed()
	return d
}

func (r *reader) declaredMethod(name string, found *phpeval.Member[*php.Method]) queue.Declaration {
	d := queue.Declaration{
		Name: name, Form: queue.MethodForm, Span: found.In.Unit.Span(&found.Decl.Name), In: found.In.Name,
		Visibility: visibility(found.Decl.Flags), Static: found.Decl.Flags.Has(php.FlagStatic), Required: required(found.Decl),
	}
	if found.Decl.Body == nil {
		d.Value = queue.NotKnown[queue.Scalar]("the method is abstract", nil)
	} else {
		d.Value = r.w.Return(withUnknown(found.Decl), found.In, r.s.class).AsScalar()
	}
	key := fold(name)
	d.Own = r.usage().calls[key] || r.s.opaque || r.agreed(key) || r.code.names("->"+name+"()")
	if r.s.members["__call"] {
		d.Visibility, d.Own = "public", true
	}
	if key == "failed" {
		d.Takes = r.takes(found)
	}
	return d
}

// takes is the parameter through which failed() gets the exception: a listener's comes behind the event, any other kind's is the first.
func (r *reader) takes(found *phpeval.Member[*php.Method]) queue.Parameter {
	params := found.Decl.Params
	at := 0
	if r.s.kinds[0] == queue.Listener {
		at = 1
	}
	if len(r.s.kinds) > 1 || at >= len(params) || params[at].Type == nil || params[at].Variadic {
		return queue.Parameter{}
	}
	t := params[at].Type
	return queue.Parameter{Types: typeNames(t, found.In.Unit), Span: found.In.Unit.Span(t)}
}

// typeNames lists the alternatives of a type; none where it is an intersection, of which nothing is said.
func typeNames(t php.Type, u *phpeval.Unit) []string {
	switch t := t.(type) {
	case *php.Name:
		return []string{u.Names().Class(t)}
	case *php.NullableType:
		return typeNames(t.Type, u)
	case *php.UnionType:
		var out []string
		for _, part := range t.Types {
			names := typeNames(part, u)
			if len(names) == 0 {
				return nil
			}
			out = append(out, names...)
		}
		return out
	}
	return nil
}

func visibility(flags php.Flags) string {
	switch {
	case flags.Has(php.FlagPrivate):
		return "private"
	case flags.Has(php.FlagProtected):
		return "protected"
	}
	return "public"
}
