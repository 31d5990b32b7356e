package queueable

import (
	"github.com/qlint-dev/qlint/internal/queue"
)

// gates are the versions of laravel/framework from which on a queued class is read otherwise than before.
var gates = []queue.Version{
	{Major: 5, Minor: 8, Patch: 14}, // $retryAfter, retryAfter() of jobs
	{Major: 5, Minor: 8, Patch: 17}, // of notifications and mailables
	{Major: 6},                      // $tries, $timeout of broadcast events
	{Major: 6, Minor: 1},            // retryUntil() of notifications
	{Major: 7},                      // $maxExceptions
	{Major: 7, Minor: 6},            // retryAfter() of listeners
	{Major: 7, Minor: 11},           // viaQueues()
	{Major: 7, Minor: 15},           // viaQueue()
	{Major: 8},                      // backoff, retryUntil
	{Major: 8, Minor: 14},           // unique jobs
	{Major: 8, Minor: 36, Patch: 1}, // $maxExceptions of listeners
	{Major: 8, Minor: 43},           // $failOnTimeout
	{Major: 8, Minor: 51},           // viaConnection()
	{Major: 9, Minor: 4},            // retryUntil of mailables
	{Major: 9, Minor: 18},           // $backoff of broadcast events
	{Major: 9, Minor: 38},           // $maxExceptions of notifications
	{Major: 9, Minor: 40},           // $maxExceptions of mailables
	{Major: 9, Minor: 44},           // viaConnections()
	{Major: 10, Minor: 8},           // $maxExceptions of broadcast events
	{Major: 10, Minor: 39},          // tries() of jobs
	{Major: 10, Minor: 47},          // $failOnTimeout of listeners
	{Major: 12, Minor: 29},          // tries() of listeners
	{Major: 12, Minor: 50},          // unique listeners
	{Major: 13},                     // attributes; methods beat properties
	{Major: 13, Minor: 4},           // a property set at run time beats the attribute
	{Major: 13, Minor: 6},           // #[DebounceFor]
	{Major: 13, Minor: 14},          // a property of a child class beats an inherited attribute
	{Major: 13, Minor: 16},          // attributes of traits
	{Major: 13, Minor: 25},          // $failOnTimeout of notifications
	{Major: 13, Minor: 26},          // Queue::forward
}

// oldest is the oldest version that a range without lower end may mean.
var oldest = queue.Version{Major: 5, Minor: 5}

// representatives are versions that stand for all of a range: its lowest and each gate within it.
func representatives(r queue.VersionRange) []queue.Version {
	low := r.Low
	if r.IsZero() {
		low = oldest
	}
	out := []queue.Version{low}
	for _, g := range gates {
		if low.Compare(g) < 0 && (r.IsZero() || g.Compare(r.High) < 0) {
			out = append(out, g)
		}
	}
	return out
}

// since says that a version is the given one or newer.
func since(v queue.Version, major, minor, patch int) bool {
	return v.Compare(queue.Version{Major: major, Minor: minor, Patch: patch}) >= 0
}
