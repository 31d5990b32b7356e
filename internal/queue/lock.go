package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Unique is what a class says about standing on a queue only once at a time. The lock is taken where the class is dispatched and given
// back when an instance ended, or when it starts (Laravel: Contracts/Queue/ShouldBeUnique.php, Bus/UniqueLock.php, since 8.14).
type Unique struct {
	// Span is where the class says so: the interface's name in its declaration, or the class's own name where it inherits it.
	Span source.Span
	// UntilProcessing says that the lock is given back when the job starts.
	UntilProcessing bool
	// For is how long the lock lasts at most. Absent where nothing is said, Infinite for 0 and below: both last until they are given
	// back, on database and dynamodb for a day.
	For Value[time.Duration]
	// HasID says whether instances are told apart (uniqueId() or $uniqueId); without it one lock is that of the whole class.
	HasID Value[bool]
	// Store is the cache store that keeps the lock; Absent for the default one.
	Store Value[string]
	// Asked says whether the framework asks for the lock of a class of this kind; where it does not, the origin says why.
	Asked Value[bool]
	// Parameters are those of the constructor that tell instances apart: the required ones, and others that some dispatch passes.
	Parameters []string
}

// Bypass is a place that puts a job on a queue without asking for its unique lock.
type Bypass struct {
	Span source.Span
	// By is what does it, in a reader's words: `Bus::batch()`.
	By string
}

// UnqueuedUnique is a class that asks to be unique and is never queued.
type UnqueuedUnique struct {
	Class, Name string
	Span        source.Span // as Unique.Span
}

// MiddlewareKind is what a job's middleware does.
type MiddlewareKind uint8

const (
	// OtherMiddleware is the application's own or a package's.
	OtherMiddleware MiddlewareKind = iota
	// WithoutOverlapping lets one job with a key run at a time; others are released or dropped (since 8.11).
	WithoutOverlapping
	// RateLimited releases or drops what exceeds a limiter (since 8.11); RateLimitedWithRedis too.
	RateLimited
	// ThrottlesExceptions holds a job back after exceptions (since 8.32); ThrottlesExceptionsWithRedis too.
	ThrottlesExceptions
	// FailOnException fails a job at once for some exceptions (since 12.19).
	FailOnException
	// SkipMiddleware deletes a job unrun where a condition holds (since 11.23); SkipIfBatchCancelled too (since 9.49).
	SkipMiddleware
	// ReleaseMiddleware releases a job unrun where a condition holds (since 13.18.1).
	ReleaseMiddleware
)

// Middleware is one middleware that a job passes before its handler (Laravel: Queue/Middleware).
type Middleware struct {
	Kind MiddlewareKind
	// Class is its full name without leading backslash.
	Class string
	// Span is what makes it: new WithoutOverlapping(...).
	Span source.Span
	// In is the class or trait whose code makes it.
	In string
	// Conditional says that the job passes it only in some cases.
	Conditional bool

	// Key is the lock's own key, or the limiter's name; Absent where none is given.
	Key Value[string]
	// Releases says whether a job that is held back is put back on the queue; otherwise it is deleted.
	Releases Value[bool]
	// ReleaseAfter is the pause before it is tried again; Absent for 0, or where the middleware computes it.
	ReleaseAfter Value[time.Duration]
	// ExpireAfter is when the lock of WithoutOverlapping ends by itself. Absent where nothing is said, Infinite for 0 and below: both
	// last until they are given back, on database and dynamodb for a day.
	ExpireAfter Value[time.Duration]
	// Shared says that the lock's key is not the class's own.
	Shared Value[bool]
	// Decay is the second argument of ThrottlesExceptions as a number: minutes before Laravel 11, seconds since. Absent without one.
	Decay Value[int]
	// DecayUnit says that the argument shows its unit: by its name, or by a product.
	DecayUnit bool
}
