// Package parallel does the same to many things at once.
package parallel

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Map gives what f makes of each item, in the order of the items. f is called from as many goroutines as there are processors.
func Map[In, Out any](items []In, f func(In) Out) []Out {
	out := make([]Out, len(items))
	workers := min(runtime.GOMAXPROCS(0), len(items))
	if workers < 2 {
		for i, item := range items {
			out[i] = f(item)
		}
		return out
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(items); i = int(next.Add(1)) - 1 {
				out[i] = f(items[i])
			}
		})
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
