package cli

import (
	_ "embed"
	"flag"
	"fmt"
	"os"

	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/internal/source"
)

// template is the settings file that init writes; every line of it is a comment.
//
//go:embed init.toml
var template []byte

// snippets show how to run qlint before each commit and in CI.
//
//go:embed init.txt
var snippets string

func makeInit(*flag.FlagSet) runner {
	return func(args []string, s Streams) error {
		if len(args) > 0 {
			return usage("init takes no argument")
		}
		for _, name := range settings.Names {
			if exists(name) {
				return usage("%s is there already", name)
			}
		}
		if err := os.WriteFile(settings.Names[0], template, 0o666); err != nil {
			return fault("%s: %s", settings.Names[0], source.Plain(err))
		}
		_, err := fmt.Fprintf(s.Out, "%s is written.\n\n%s", settings.Names[0], snippets)
		return err
	}
}
