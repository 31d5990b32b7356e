package queue

import "time"

// Drain is a worker of another framework, of which only the stop is judged: told to stop, it takes no more jobs, waits for those that run for so
// long, and then hands them back itself. What stops it must grant that time, and the time of handing back.
type Drain struct {
	// Framework is its name in a sentence: Sidekiq.
	Framework string
	// Worker is what runs; it is none of the application's Workers, and of its clocks none is known.
	Worker *Worker
	// Limit is how long it waits for jobs after the stop signal. A framework that waits for as long as a job takes has the limit of the job.
	Limit Value[time.Duration]
	// Setting is what the limit is called: `:timeout:`.
	Setting string
	// After is what handing back takes on top, in the framework's own advice; 0 where it hands nothing back.
	After time.Duration
	// Killed says what comes of a job that SIGKILL meets before the worker handed it back: "is lost".
	Killed string
	// AtOnce are stop signals at which it waits for no job: QUIT. Cut says what comes of its jobs then: "they start again from the beginning".
	AtOnce []string
	Cut    string
}

// Lease is the time after which the broker of another framework takes a worker for dead and gives its job to a second one.
type Lease struct {
	Framework string
	// Setting is what it is called: visibility_timeout.
	Setting string
	Time    Value[time.Duration]
	Runs    []Run
}

// Run is a time that a worker keeps a job for.
type Run struct {
	// Name is the job's in a sentence.
	Name string
	// Limit is how long the job may run, or with Waits how long it waits in the worker before it runs.
	Limit Value[time.Duration]
	Waits bool
	// Setting is what the limit is called: time_limit, countdown.
	Setting string
}
