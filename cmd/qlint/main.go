// Command qlint is a linter for background jobs: it proves that timeouts, leases, attempts and stop graces of a repository fit each
// other.
package main

import (
	"os"

	"github.com/qlint-dev/qlint/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}
