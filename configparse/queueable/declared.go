package queueable

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// declaredProperties are the properties that are listed as declarations: those that some version of the framework reads of a queued
// class, and those that are mistaken for one.
var declaredProperties = []string{
	"timeout", "tries", "backoff", "maxExceptions", "failOnTimeout", "retryUntil", "retryAfter", "timeoutAt", "connection", "queue", "delay",
	"afterCommit", "uniqueFor", "uniqueId", "deleteWhenMissingModels",
	"retry_after", "retry_until", "retries", "maxTries", "max_tries", "maxAttempts", "attempts", "time_out", "timeOut", "max_exceptions",
	"fail_on_timeout", "back_off", "backOff", "unique_for",
}

// declaredMethods are the methods that are listed: those that the framework calls by their name, and those that it never calls.
var declaredMethods = []string{
	"tries", "backoff", "retryUntil", "retryAfter", "timeout", "maxExceptions", "failOnTimeout", "middleware", "uniqueId", "uniqueFor",
	"uniqueVia", "failed", "viaConnection", "viaQueue", "viaConnections", "viaQueues", "broadcastQueue",
}

// declarations lists the knobs that a class declares or inherits from the application's own code.
func (r *reader) declarations() []queue.Declaration {
	var out []queue.Declaration
	for _, name := range declaredProperties {
		if !r.s.members["$"+name] {
			continue
		}
		if found, _ := r.code.classes.FindProperty(r.s.class, name); found != nil {
			out = append(out, r.declaredProperty(name, found))
		}
	}
	for _, name := range declaredMethods {
		if !r.s.members[fold(name)] {
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
	return d
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
