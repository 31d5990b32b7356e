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

// runner runs a command with the arguments that are no flags.
type runner func(args []string, s Streams) error

// command is one of qlint's commands.
type command struct {
	name, usage, summary string
	// make defines the command's flags and returns what runs it.
	make func(*flag.FlagSet) runner
}

func commands() []command {
	return []command{
		{"check", "qlint [check] [flags] [path ...]", "lint a repository; this is what qlint does without a command", makeCheck},
		{"go", "qlint go [flags] [package ...]", "the Go passes alone, on packages as the go command names them; ./... by default", makeGo},
		{"map", "qlint map [flags] [path]", "who runs what: connections, workers, jobs, every clock with its origin", makeMap},
		{"explain", "qlint explain RULE", "one rule, by id or slug", makeExplain},
		{"rules", "qlint rules [flags]", "all rules", makeRules},
		{"baseline", "qlint baseline [flags] [path]", "accept today's findings: write .qlint-baseline.json", makeBaseline},
		{"init", "qlint init", "write a commented qlint.toml, and show how to run qlint in hooks and CI", makeInit},
		{"completion", "qlint completion bash|zsh|fish", "a completion script", makeCompletion},
		{"man", "qlint man", "the manual page, for man(1)", makeMan},
		{"version", "qlint version", "the version", makeVersion},
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

// fault is an error of a path or of qlint.
func fault(format string, args ...any) error {
	return &exit{statusFault, fmt.Sprintf(format, args...)}
}

// Main runs a command line and returns its exit status.
func Main(args []string, s Streams) int {
	c, rest, err := choose(args)
	switch {
	case err != nil:
		return finish(s, err)
	case c == nil:
		printHelp(s.Out)
		return statusClean
	}
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	run := c.make(set)
	rest, err = parseFlags(set, rest)
	if errors.Is(err, flag.ErrHelp) {
		printCommand(s.Out, c)
		return statusClean
	}
	if err == nil {
		err = run(rest, s)
	}
	return finish(s, err)
}

// choose finds the command of a command line: its first word where that is one, check otherwise; none for help.
func choose(args []string) (*command, []string, error) {
	all := commands()
	find := func(name string) *command {
		if i := slices.IndexFunc(all, func(c command) bool { return c.name == name }); i >= 0 {
			return &all[i]
		}
		return nil
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		if len(args) == 1 && slices.Contains([]string{"-h", "-help", "--help"}, args[0]) {
			return nil, nil, nil
		}
		if len(args) == 1 && slices.Contains([]string{"-version", "--version"}, args[0]) {
			return find("version"), nil, nil
		}
		return find("check"), args, nil
	}
	word := args[0]
	if c := find(word); c != nil {
		return c, args[1:], nil
	}
	if _, err := os.Lstat(word); err == nil {
		return find("check"), args, nil
	}
	if word == "help" {
		if len(args) > 1 && find(args[1]) != nil {
			return find(args[1]), []string{"--help"}, nil
		}
		return nil, nil, nil
	}
	var names []string
	for _, c := range all {
		names = append(names, c.name)
	}
	if near := nearest(word, names); near != "" {
		return nil, nil, usage("%q is neither a command nor a path; did you mean %q?", word, near)
	}
	return find("check"), args, nil
}

// finish prints an error and turns it into an exit status.
func finish(s Streams, err error) int {
	if err == nil {
		return statusClean
	}
	status, message := statusFault, err.Error()
	if e := (*exit)(nil); errors.As(err, &e) {
		status = e.status
	}
	if message != "" {
		fmt.Fprintln(s.Err, "qlint: "+message)
	}
	return status
}

func printHelp(w io.Writer) {
	fmt.Fprint(w, "qlint reads every file of a repository that sets a clock, a count or a key on a background job,\nand proves that they fit each other.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(w, "  %-34s  %s\n", c.usage, c.summary)
	}
	fmt.Fprint(w, "\n`qlint help COMMAND` lists the flags of a command.\n")
	printStatuses(w)
}

// statuses say what each exit status means.
var statuses = [...]struct {
	status int
	means  string
}{
	{statusClean, "nothing at or above --fail-on"},
	{statusFindings, "findings"},
	{statusUsage, "wrong usage or settings"},
	{statusFault, "a path that can't be read"},
}

func printStatuses(w io.Writer) {
	var all []string
	for _, s := range statuses {
		all = append(all, fmt.Sprintf("%d %s", s.status, s.means))
	}
	fmt.Fprintf(w, "\nExit status: %s.\n", strings.Join(all, ", "))
}

func printCommand(w io.Writer, c *command) {
	fmt.Fprintf(w, "%s\n\n%s\n", c.usage, c.summary)
	first := true
	eachFlag(c, func(name, text string) {
		if first {
			fmt.Fprintln(w)
			first = false
		}
		fmt.Fprintf(w, "  %-22s  %s\n", name, text)
	})
	if c.name == "check" || c.name == "go" {
		printStatuses(w)
	}
}

// eachFlag visits a command's flags in the order of their names, each with its value as in --format FORMAT.
func eachFlag(c *command, visit func(name, text string)) {
	set := flag.NewFlagSet(c.name, flag.ContinueOnError)
	c.make(set)
	set.VisitAll(func(f *flag.Flag) {
		name := "--" + f.Name
		if len(f.Name) == 1 {
			name = "-" + f.Name
		}
		value, text := flag.UnquoteUsage(f)
		if value != "" {
			name += " " + value
		}
		visit(name, text)
	})
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

// dashes writes flags as qlint does in the texts of package flag.
var dashes = strings.NewReplacer("flag -", "flag --", " for -", " for --", "flag needs an argument: -", "flag needs an argument: --")

// usageOf words an error of package flag, with the nearest flag for an unknown one.
func usageOf(set *flag.FlagSet, err error) error {
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	if !unknown {
		return usage("%s", dashes.Replace(err.Error()))
	}
	name = strings.TrimLeft(name, "-")
	var names []string
	set.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	if near := nearest(name, names); near != "" {
		return usage("unknown flag --%s; did you mean --%s?", name, near)
	}
	return usage("unknown flag --%s; `qlint help %s` lists them", name, set.Name())
}
