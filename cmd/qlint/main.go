// Command qlint is a linter for background jobs: it proves that timeouts, leases, attempts and stop graces of a repository fit each
// other.
package main

import (
	"os"
	"runtime/debug"

	"github.com/qlint-dev/qlint/internal/cli"
	"github.com/qlint-dev/qlint/internal/vettool"
)

func main() {
	// A run is short and keeps most of what it makes: collecting less often saves more time than the memory is worth.
	debug.SetGCPercent(400)
	args := os.Args[1:]
	if vettool.Called(args) {
		vettool.Main(args)
	}
	os.Exit(cli.Main(args, cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
