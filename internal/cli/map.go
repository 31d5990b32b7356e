package cli

import (
	"context"
	"flag"
	"os"
	"os/signal"
	"syscall"

	"github.com/qlint-dev/qlint/internal/report"
)

// makeMap prints the model instead of judging it.
func makeMap(set *flag.FlagSet) runner {
	in := &inputFlags{}
	in.define(set)
	format := set.String("format", "text", "`FORMAT`: text, json")
	color := set.String("color", "auto", "`WHEN`: auto, always, never")
	return func(args []string, s Streams) error {
		if *format != "text" && *format != "json" {
			return usage("--format %s: one of text, json", *format)
		}
		if len(args) > 1 {
			return usage("map takes one path")
		}
		on, err := colored(*color, s.Out)
		if err != nil {
			return err
		}
		input, err := in.open(args, s)
		if err != nil {
			return err
		}
		defer input.repo.Close()
		ctx, stop := interruptible()
		defer stop()
		result, err := input.lint(ctx)
		if err != nil {
			return err
		}
		r := &report.Report{Version: version(), Path: relativeTo(input.repo.Root), Color: on}
		if *format == "json" {
			return report.WriteMapJSON(s.Out, r, result.Apps)
		}
		return report.WriteMapText(s.Out, r, result.Apps)
	}
}

// interruptible is a context that ends when the user stops qlint.
func interruptible() (context.Context, context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
