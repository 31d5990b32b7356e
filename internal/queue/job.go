package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// JobKind is what a queued class is; the framework reads other knobs from each (Laravel: facts of SendQueuedMailable,
// CallQueuedListener and their kin).
type JobKind uint8

const (
	PlainJob JobKind = iota
	Listener
	Notification
	Mailable
	BroadcastEvent
	// DeclaredJob is stated in qlint's settings.
	DeclaredJob
)

// String is the kind's name in a sentence.
func (k JobKind) String() string {
	return [...]string{"job", "listener", "notification", "mailable", "broadcast event", "job"}[k]
}

// Job is one class whose instances are put on a queue.
type Job struct {
	// Class is the full name without leading backslash; Name is its last part.
	Class, Name string
	Kind        JobKind
	// Kinds is every kind that it may be queued as, Kind first: one where that is certain.
	Kinds []JobKind
	Span  source.Span // the class's name

	// Connection and Queue are Absent where the job does not choose: the default connection, the connection's own queue.
	Connection Value[string]
	Queue      Value[string]
	// Timeout is Absent where the job has none of its own and the worker's holds; Infinite for 0 and below.
	Timeout Value[time.Duration]
	// Tries is Absent where the worker's holds; Infinite for 0. A known 0 is the string '0', which allows no attempt at all, as a
	// negative number does.
	Tries         Value[int]
	Backoff       Value[[]time.Duration]
	MaxExceptions Value[int]
	// RetryUntil says whether the job is bounded by a point in time.
	RetryUntil    Value[bool]
	FailOnTimeout Value[bool]

	// Unique is nil for a class that may stand on a queue several times.
	Unique *Unique
	// Bypasses are places that put it on a queue without asking for its unique lock.
	Bypasses []Bypass
	// Debounce is for how long a later dispatch takes the place of an earlier one; Absent where it does not.
	Debounce Value[time.Duration]
	// Middleware is what the job passes before its handler, as far as its own code says.
	Middleware []*Middleware

	// OnlySync says that every place that dispatches the job runs it inline (dispatchSync): no worker ever takes it.
	OnlySync bool
	// Abstract classes are never dispatched themselves.
	Abstract bool
	// Parents are the classes it extends, nearest first, as far as the application's own code goes.
	Parents []string

	// Declared are the declarations of knobs on the class and, where it has none, on its traits and parents as far as the
	// application's own code goes, whether or not the framework reads them. None where a package's job runs the class and reads knobs of
	// its own.
	Declared []Declaration
	// Opaque says that a parent or trait lies outside the repository and may declare more, or that a package's job runs the class.
	Opaque bool
	// Conflicts are properties that PHP refuses beside the framework's trait Queueable.
	Conflicts []TraitConflict
	// Effects are what the handler is seen to do, in the order of the source.
	Effects []Effect

	// Candidates are the connections that the job may run on, one of them for sure. Filled by linking; empty when unlinked.
	Candidates []Candidate
	// Unlinked says why no candidate is known.
	Unlinked string
}

// DeclarationForm is how a knob is declared.
type DeclarationForm uint8

const (
	PropertyForm DeclarationForm = iota
	MethodForm
	AttributeForm
)

// Declaration is one declaration of a knob. A name may be declared in several forms.
type Declaration struct {
	// Name is the property's or method's name in the framework's spelling, or the property that the attribute stands in for.
	Name string
	Form DeclarationForm
	Span source.Span // the name where it is declared
	// In is the class or trait that declares it.
	In string
	// Visibility is "public", "protected" or "private"; "public" also for a method where __call() answers whatever it is.
	Visibility string
	Static     bool
	// Required says that a method cannot be called without arguments.
	Required bool
	// Value is the property's default, or what the attribute holds or the method returns; Absent for a property without default.
	Value Value[Scalar]
	// Own says that other code than the framework uses it, or may: the class itself, an ancestor outside the repository, a magic
	// method. It may then serve another purpose than the framework's.
	Own bool
	// Changed says that the constructor, another method or a place that dispatches the class sets the property, or may.
	Changed bool
	// Takes is the parameter through which failed() gets the exception; the zero Parameter for other methods and for one without type.
	Takes Parameter
}

// Parameter is the declared type of a method's parameter.
type Parameter struct {
	// Types are the full names of the classes and types of which one is accepted, without leading backslash.
	Types []string
	Span  source.Span // the type
}

// Candidate is a connection that a job may run on, and what selected it.
type Candidate struct {
	Connection *Connection
	// Selected is what selected the connection: the job's own property, a worker's command, the default connection.
	Selected *Origin
	// Workers are the declared workers that take the job from there; empty when none is declared.
	Workers []*Worker
}
