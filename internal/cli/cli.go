// Package cli is the command line: commands, flags, exit statuses.
package cli

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// The exit statuses.
const (
	statusClean    = 0 // nothing at or above --fail-on
	statusFindings = 1 // findings at or above it
	statusUsage    = 2 // wrong usage or settings
	statusFault    = 3 // a path that can't be read, or a fault of qlint
)

// Streams are what a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// command is one of qlint's commands.
type command struct {
	name, usage, summary string
	run                  func(args []string, s Streams) error
}

func commands() []command {
	return []command{
		{"check", "qlint [check] [flags] [path ...]", "lint a repository", runCheck},
		{"map", "qlint map [flags] [path]", "who runs what: connections, workers, jobs, every clock with its origin", runMap},
		{"explain", "qlint explain RULE", "one rule, by id or slug", runExplain},
		{"rules", "qlint rules [--format text|json|markdown]", "all rules", runRules},
		{"version", "qlint version", "the version", runVersion},
	}
}

// exit is an error that carries an exit status; without a message nothing is printed.
type exit struct {
	status  int
	message string
}

func (e *exit) Error() string { return e.message }

// usage is an error of the command line.
func usage(format string, args ...any) error {
	return &exit{statusUsage, fmt.Sprintf(format, args...)}
}

// Main runs a command line and returns its exit status.
func Main(args []string, s Streams) int {
	name := "check"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		if slices.ContainsFunc(commands(), func(c command) bool { return c.name == args[0] }) {
			name, args = args[0], args[1:]
		} else if _, err := os.Lstat(args[0]); err != nil {
			return finish(s, suggest(args[0]))
		}
	}
	if slices.Contains(args, "-h") || slices.Contains(args, "--help") || name == "help" {
		printHelp(s.Out)
		return statusClean
	}
	for _, c := range commands() {
		if c.name == name {
			return finish(s, c.run(args, s))
		}
	}
	return statusFault
}

// suggest is what to say to a first word that is neither a command nor a path.
func suggest(word string) error {
	if word == "help" {
		return nil
	}
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	if near := nearest(word, names); near != "" {
		return usage("%q is neither a command nor a path; did you mean %q?", word, near)
	}
	return &exit{statusFault, fmt.Sprintf("%s: no such file or directory", word)}
}

// finish prints an error and turns it into an exit status.
func finish(s Streams, err error) int {
	var e *exit
	switch {
	case err == nil:
		return statusClean
	case errors.As(err, &e):
		if e.message != "" {
			fmt.Fprintln(s.Err, "qlint: "+e.message)
		}
		return e.status
	default:
		fmt.Fprintln(s.Err, "qlint: "+err.Error())
		return statusFault
	}
}

func printHelp(w io.Writer) {
	fmt.Fprint(w, "qlint reads every file of a repository that sets a clock, a count or a key on a background job,\nand proves that they fit each other.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-44s %s\n", c.usage, c.summary)
	}
	fmt.Fprint(w, "\nFlags of check:\n")
	set := flag.NewFlagSet("check", flag.ContinueOnError)
	(&checkFlags{}).define(set)
	set.VisitAll(func(f *flag.Flag) {
		fmt.Fprintf(w, "  --%-18s %s\n", f.Name, f.Usage)
	})
	fmt.Fprint(w, "\nExit status: 0 nothing at or above --fail-on, 1 findings, 2 wrong usage, 3 a path that can't be read.\n")
}

// parseFlags parses flags that may stand before, between and behind the paths.
func parseFlags(set *flag.FlagSet, args []string) (paths []string, err error) {
	set.SetOutput(io.Discard)
	for {
		if err := set.Parse(args); err != nil {
			return nil, usageOf(set, err)
		}
		rest := set.Args()
		if len(rest) == 0 {
			return paths, nil
		}
		if at := len(args) - len(rest); at > 0 && args[at-1] == "--" {
			return append(paths, rest...), nil
		}
		paths = append(paths, rest[0])
		args = rest[1:]
	}
}

// usageOf words an error of package flag, with the nearest flag for an unknown one.
func usageOf(set *flag.FlagSet, err error) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		var names []string
		set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
		if near := nearest(name, names); near != "" {
			return usage("unknown flag --%s; did you mean --%s?", name, near)
		}
		return usage("unknown flag --%s", name)
	}
	return usage("%s", text)
}
