package queue

import "time"

// Renewal is a lease that its holder renews while it lives, so that no job is too long for it: a heartbeat, a lock that is extended. It holds
// only where the holder renews it before it ends.
type Renewal struct {
	// Framework is its name in a sentence, Holder what renews: "Solid Queue", "a process".
	Framework, Holder string
	// Lease is how long the holder is taken for alive after it was heard of, LeaseName what the setting is called.
	Lease     Value[time.Duration]
	LeaseName string
	// Every is how often the holder renews, EveryName what that setting is called.
	Every     Value[time.Duration]
	EveryName string
	// HalfSure says that Every is the longest time between two renewals, and half of it the shortest.
	HalfSure bool
	// Fix is what to do, "" where a longer lease is the way.
	Fix string
	// Lost says what happens to the jobs of a holder whose lease ends while it lives.
	Lost string
}
