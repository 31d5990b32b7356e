package cli

import (
	"io"
	"os"

	"github.com/mattn/go-isatty"
)

// colored decides whether to print colours: by the flag, else by NO_COLOR, FORCE_COLOR, TERM and whether a terminal reads.
func colored(flag string, out io.Writer) (bool, error) {
	switch flag {
	case "always":
		return true, nil
	case "never":
		return false, nil
	case "auto":
	default:
		return false, usage("--color %s: one of auto, always, never", flag)
	}
	if os.Getenv("NO_COLOR") != "" {
		return false, nil
	}
	if v := os.Getenv("FORCE_COLOR"); v != "" && v != "0" {
		return true, nil
	}
	file, ok := out.(*os.File)
	return ok && os.Getenv("TERM") != "dumb" && isatty.IsTerminal(file.Fd()), nil
}
