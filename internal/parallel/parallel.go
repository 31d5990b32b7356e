// Package parallel does the same to many things at once.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Map gives what f makes of each item, in the order of the items. f is called from as many goroutines as there are processors.
func Map[In, Out any](items []In, f func(In) Out) []Out {
	return MapWith(items, func() struct{} { return struct{}{} }, func(_ struct{}, item In) Out { return f(item) })
}

// MapWith is Map for work that needs a state of its own in each goroutine; own makes one, before any of them starts.
func MapWith[State, In, Out any](items []In, own func() State, f func(State, In) Out) []Out {
	out := make([]Out, len(items))
	var next atomic.Int64
	work := func(state State) {
		for i := int(next.Add(1)) - 1; i < len(items); i = int(next.Add(1)) - 1 {
			out[i] = f(state, items[i])
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(items)) {
		state := own()
		wg.Go(func() { work(state) })
	}
	wg.Wait()
	return out
}

// Do runs every function at once and returns when all have returned.
func Do(all ...func()) {
	var wg sync.WaitGroup
	for _, f := range all {
		wg.Go(f)
	}
	wg.Wait()
}
