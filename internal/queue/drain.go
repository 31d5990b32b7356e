package queue

import "time"

// Drain is a worker of a framework that, once it is told to stop, waits only so long for its jobs and then hands them back itself. What
// stops it must grant that time, and the time of handing back.
type Drain struct {
	// Framework is its name in a sentence: Sidekiq.
	Framework string
	// Worker is what runs; it is none of the application's Workers, and of its clocks none is known.
	Worker *Worker
	// Limit is how long it waits for jobs after the stop signal.
	Limit Value[time.Duration]
	// Setting is what the limit is called: `:timeout:`.
	Setting string
	// After is what handing back takes on top, in the framework's own advice.
	After time.Duration
	// Killed says what comes of a job that SIGKILL meets before the worker handed it back: "is lost".
	Killed string
	// AtOnce are stop signals at which it waits for no job: QUIT.
	AtOnce []string
}
