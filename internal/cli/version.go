package cli

import (
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
)

// release is set by the linker for released binaries; other builds know their version from the module.
var release string

// version is "v0.1.0", or "(devel)" for a build that knows none.
func version() string {
	if release != "" {
		return release
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func makeVersion(*flag.FlagSet) runner {
	return func(args []string, s Streams) error {
		if len(args) > 0 {
			return usage("version takes no argument")
		}
		_, err := fmt.Fprintf(s.Out, "qlint %s %s/%s %s\n", version(), runtime.GOOS, runtime.GOARCH, runtime.Version())
		return err
	}
}
