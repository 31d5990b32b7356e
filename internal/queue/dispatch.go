package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Dispatch is one place that puts a job on a queue: a dispatch, a mail or notification that is queued, an event with a queued listener.
type Dispatch struct {
	Span source.Span
	Job  *Job
	// Event is the short name of the event that the place fires, where the job is a listener of it; "" otherwise.
	Event string
	// AfterCommit is what the place and the class say about waiting for open transactions; Absent where the connection's after_commit
	// decides (Laravel: Queue/Queue.php, shouldDispatchAfterCommit, since 8.19).
	AfterCommit Value[bool]
	// Delay is what the place asks for, Absent where it asks for nothing.
	Delay Value[time.Duration]
	// Transaction is the database transaction that is open there; nil where none is known to be.
	Transaction *Transaction
}

// Transaction is a database transaction that the code opens.
type Transaction struct {
	// Span is the call that opens it.
	Span source.Span
	// Call is where code within the transaction calls the method that holds the dispatch; zero where they stand in one function.
	Call source.Span
	// Event is the event of a model by which the call comes to the dispatch, "" where it calls its method.
	Event string
	// Database is the name of the database connection.
	Database Value[string]
}

// Batch is one Bus::batch() whose jobs are written there.
type Batch struct {
	Span source.Span
	// Connection and Queue say that the batch chooses them itself.
	Connection, Queue bool
	Members           []BatchMember
}

// BatchMember is a job that a batch holds itself, not within a chain of it.
type BatchMember struct {
	Span source.Span
	Job  *Job
	// Batchable says whether the class uses the trait Bus\Batchable.
	Batchable Verdict
	// Own are what the class itself says of its connection and queue, which a batch passes over; nil where it says nothing.
	Connection, Queue *Origin
}
