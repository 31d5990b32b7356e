// Command qlint is a linter for background jobs: it proves that timeouts, leases, attempts and stop graces of a repository fit each
// other.
package main

import (
	"os"
	"runtime"
	"runtime/debug"

	"github.com/qlint-dev/qlint/internal/cli"
	"github.com/qlint-dev/qlint/internal/vettool"
)

func main() {
	collectLate()
	args := os.Args[1:]
	if vettool.Called(args) {
		vettool.Main(args)
	}
	os.Exit(cli.Main(args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// collectLate makes the collector wait. A run is short and keeps most of what it makes: collecting less often saves more time than the memory
// is worth. Before the first collection that is 64 MiB, which most repositories never need; after it, four times what is kept.
func collectLate() {
	debug.SetGCPercent(1600)
	runtime.AddCleanup(new([16]*byte), func(percent int) { debug.SetGCPercent(percent) }, 400)
}
