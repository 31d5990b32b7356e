package cli

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"

	"github.com/qlint-dev/qlint/internal/lint"
	"github.com/qlint-dev/qlint/internal/report"
)

// runMap prints the model instead of judging it.
func runMap(args []string, s Streams) error {
	f := &checkFlags{}
	set := flag.NewFlagSet("map", flag.ContinueOnError)
	f.defineInput(set)
	format := set.String("format", "text", "text, json")
	set.StringVar(&f.color, "color", "auto", "auto, always, never")
	paths, err := parseFlags(set, args)
	if err != nil {
		return err
	}
	if *format != "text" && *format != "json" {
		return usage("--format %s: one of text, json", *format)
	}
	if len(paths) > 1 {
		return usage("map takes one path")
	}
	on, err := colored(f.color, s.Out)
	if err != nil {
		return err
	}
	repo, options, err := f.open(paths)
	if err != nil {
		return err
	}
	defer repo.Close()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	result, err := lint.Repository(ctx, repo, options)
	if err != nil {
		return err
	}
	r := &report.Report{Version: version(), Path: relativeTo(repo.Root), Color: on}
	if *format == "json" {
		return report.WriteMapJSON(s.Out, r, result.Apps)
	}
	return report.WriteMapText(s.Out, r, result.Apps)
}
