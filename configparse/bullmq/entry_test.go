package bullmq

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
)

func TestEntriesAreTheFilesThatRuntimesRun(t *testing.T) {
	for command, want := range map[string]string{
		"node dist/worker.js": "dist/worker.js", "/usr/bin/node --enable-source-maps -r dotenv/config dist/worker.js --x": "dist/worker.js", "tsx src/wörker.ts": "src/wörker.ts",
		"tsx watch src/worker.ts": "", "node --watch a.js": "", "node -e 1": "", "node": "", "bun run a.ts": "a.ts", "php a.php": "", "": "",
	} {
		var line queue.Command
		for word := range strings.FieldsSeq(command) {
			line.Words = append(line.Words, queue.Word{Text: word})
		}
		if got := Entry(line); got != want {
			t.Errorf("%s: %q, want %q", command, got, want)
		}
	}
}

func TestEntriesAreWhatCompilersMakeOfAFile(t *testing.T) {
	for _, c := range []struct {
		entry, file string
		want        bool
	}{
		{"dist/worker.js", "src/worker.ts", true}, {"./worker.mjs", "worker.mjs", true}, {"/app/dist/worker.js", "src/worker.ts", true}, {"build/queue/index", "src/queue/index.ts", true},
		{"dist/index.js", "src/queue/index.ts", false}, {"dist/worker.js", "src/web.ts", false}, {"worker", "worker.ts", true}, {"", "worker.ts", false},
	} {
		if got := BuiltFrom(c.entry, c.file); got != c.want {
			t.Errorf("%s of %s: %v", c.entry, c.file, got)
		}
	}
}
