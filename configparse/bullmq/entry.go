package bullmq

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// runtimes run a file of JavaScript or TypeScript.
var runtimes = []string{"node", "nodejs", "tsx", "ts-node", "ts-node-esm", "bun"}

// valued are the options of those runtimes whose value is a word of its own.
var valued = []string{"-r", "--require", "--import", "--loader", "--experimental-loader", "--env-file", "-P", "--project", "--tsconfig", "-C", "--conditions"}

// Entry is the file that a command runs whose wrappers were taken off: `node --enable-source-maps dist/worker.js`. "" where it runs none.
func Entry(line queue.Command) string {
	if len(line.Words) == 0 || line.Words[0].Why != "" || !slices.Contains(runtimes, path.Base(line.Words[0].Text)) {
		return ""
	}
	for words := line.Words[1:]; len(words) > 0; words = words[1:] {
		switch w := words[0]; {
		case w.Why != "":
			return ""
		case slices.Contains(valued, w.Text) && len(words) > 1:
			words = words[1:]
		case w.Text == "-e" || w.Text == "--eval" || w.Text == "-p" || w.Text == "--print" || w.Text == "--test" || w.Text == "watch" || w.Text == "--watch":
			return "" // no file, or one that a developer runs
		case strings.HasPrefix(w.Text, "-") || w.Text == "run":
		default:
			return w.Text
		}
	}
	return ""
}

// Starts says that a command runs a file of JavaScript or TypeScript.
func Starts(line queue.Command) bool { return Entry(line) != "" }

// builds are the folders that compilers write to, sources those that they read.
var (
	builds  = []string{"dist", "build", "lib", "out"}
	sources = []string{"src"}
)

// BuiltFrom says that a file that a command names is a file of a package, or what a compiler makes of that: dist/worker.js of src/worker.ts. The
// file's path is relative to the folder that the command runs in, or that its absolute path leads to.
func BuiltFrom(entry, file string) bool {
	if entry == "" {
		return false
	}
	entry, file = parts(entry), parts(file)
	return entry == file || strings.HasPrefix(entry, "/") && strings.HasSuffix(entry, "/"+file)
}

// parts are a path without its extension and without the first folder that compilers read or write.
func parts(at string) string {
	at = path.Clean(at)
	if slices.Contains([]string{".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", ".tsx", ".jsx"}, path.Ext(at)) {
		at = strings.TrimSuffix(at, path.Ext(at))
	}
	folders := strings.Split(at, "/")
	for i, folder := range folders[:len(folders)-1] {
		if slices.Contains(builds, folder) || slices.Contains(sources, folder) {
			return strings.Join(slices.Delete(folders, i, i+1), "/")
		}
	}
	return at
}
