// Package queue is the model that every rule reads: connections and their leases, workers and their caps, jobs and their knobs,
// and what may kill a worker. Readers fill it, internal/link ties it together, rules only look.
//
// Clocks are time.Duration; the frameworks count them in whole seconds, so a duration is a whole number of seconds except where a
// command line says otherwise (--timeout=60.5).
package queue
