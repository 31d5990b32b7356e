package queue

import "github.com/qlint-dev/qlint/internal/source"

// Via says how a value came to be where it is read.
type Via uint8

// The ways in which a value reaches a setting.
const (
	ViaLiteral          Via = iota // written there
	ViaFlag                        // option of a command line
	ViaProperty                    // property of a class
	ViaAttribute                   // PHP attribute
	ViaMethod                      // what a method returns
	ViaConstructor                 // assigned or called in a constructor
	ViaDispatch                    // set where the job is dispatched
	ViaConstant                    // constant, class constant or enum case
	ViaConfig                      // key of a configuration file
	ViaEnvFile                     // variable set in an env file, or by a process manager or container
	ViaEnvDefault                  // second argument of env(), and nothing found sets the variable
	ViaEnvFlag                     // --env on qlint's own command line
	ViaFrameworkDefault            // the framework's default of the version in use
	ViaManagerDefault              // a process manager's default
	ViaInherited                   // from a parent class, trait, or a defaults block
	ViaComputed                    // result of an expression over what follows
	ViaAssumed                     // stated in qlint's settings
	ViaInputDefault                // default of a variable of Terraform, a parameter of CloudFormation: whoever applies it may give another
)

// Origin is one step of the way a value took, newest first: From is where this step took it from. Printed, a chain reads
// "90 <- env('REDIS_QUEUE_RETRY_AFTER', 90) <- not set in .env.production".
type Origin struct {
	Via  Via
	Span source.Span // zero for defaults of software
	// Text is this step in a reader's words: `env('REDIS_QUEUE_RETRY_AFTER', 90)`, `default of queue:work (Laravel 12)`.
	Text string
	// Variable names the environment variable of ViaEnvFile, ViaEnvDefault and ViaEnvFlag.
	Variable string
	From     *Origin
	// Also holds further operands where a value was computed from several.
	Also []*Origin
}

// Steps calls visit for this step and everything it was made from, until visit returns false.
func (o *Origin) Steps(visit func(*Origin) bool) bool {
	for ; o != nil; o = o.From {
		if !visit(o) {
			return false
		}
		for _, also := range o.Also {
			if !also.Steps(visit) {
				return false
			}
		}
	}
	return true
}

// OpenVariables lists the environment variables whose env() default was used because nothing that was found sets them: a value
// with such a step is only likely.
func (o *Origin) OpenVariables() []string {
	var names []string
	o.Steps(func(step *Origin) bool {
		if step.Via == ViaEnvDefault && step.Variable != "" {
			names = append(names, step.Variable)
		}
		return true
	})
	return names
}

// OpenInputs lists the variables of infrastructure as code whose default was used: whoever applies it may give another value.
func (o *Origin) OpenInputs() []string {
	var names []string
	o.Steps(func(step *Origin) bool {
		if step.Via == ViaInputDefault {
			names = append(names, step.Variable)
		}
		return true
	})
	return names
}

// Place is the span where the value itself is written: the first step that has one.
func (o *Origin) Place() source.Span {
	for ; o != nil; o = o.From {
		if !o.Span.IsZero() {
			return o.Span
		}
	}
	return source.Span{}
}
