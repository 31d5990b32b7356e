package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var memoryLimitOrder = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL333", Slug: "memory-limit-order", Severity: diag.Info,
		Summary: "PHP's own memory limit comes before the worker's --memory",
		Why: "A worker leaves between two jobs when it has grown beyond `--memory` (128 MB where it is not given). PHP's `memory_limit` is no such clean end: the allocation that " +
			"passes it is a fatal error in the middle of a job. Where it is not above `--memory`, the worker never gets to recycle itself.\n\nThe rule reads `-d memory_limit=` in the worker's command, and " +
			"the `.ini` files that a Dockerfile or a volume puts where PHP's command line reads them. A limit of -1 is none, and one that a php.ini sets on the host is not known.",
		Fix: "Set memory_limit well above --memory: a job needs room beyond what the worker has grown to before it.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php -d memory_limit=256M artisan queue:work redis --tries=1 --memory=512 ; want QL333
autorestart=true
stopwaitsecs=90
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php -d memory_limit=768M artisan queue:work redis --tries=1 --memory=512
autorestart=true
stopwaitsecs=90
`,
		References: []string{"https://www.php.net/manual/en/ini.core.php#ini.memory-limit", "https://laravel.com/docs/12.x/queues#resource-considerations"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, w := range app.Workers {
			if w.Kind != queue.Work || w.Once {
				continue
			}
			own, known := ownMemory(w)
			at, limit, has := phpMemory(w)
			if !known || !has || own<<20 < limit {
				continue
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Info,
				Place:    at,
				Message:  fmt.Sprintf("PHP ends %s at %s, before --memory=%d lets it recycle itself", describeWorker(w), strconv.FormatInt(limit>>20, 10)+" MB", own),
				Outcome:  "the job that passes the limit dies of a fatal error, and runs again after its lease",
				Fix:      fmt.Sprintf("set memory_limit above %d MB, or --memory below %s", own, strconv.FormatInt(limit>>20, 10)+" MB"),
				Names:    []string{w.Name, "memory_limit"},
				Cause:    "command of " + w.Name,
			})
		}
		return out
	},
}

// ownMemory is the worker's --memory in MB; false where it is not known, or 0, which is another rule's.
func ownMemory(w *queue.Worker) (int64, bool) {
	o := w.Option("memory")
	if o == nil {
		return 128, true
	}
	text, ok := o.Value.Get()
	n, err := strconv.ParseInt(text, 10, 32)
	return n, ok && err == nil && n > 0
}

// phpMemory is the limit that PHP sets a worker, in bytes, and where: that of its command, or of the image that it runs in. None where it is
// not known or -1.
func phpMemory(w *queue.Worker) (at diag.Place, limit int64, has bool) {
	word, limit, written, has := commandMemory(w.Command)
	if written {
		return diag.Place{Span: word.Span, Role: diag.RoleWorker, Label: "PHP's own limit"}, limit, has
	}
	if w.Program == nil {
		return at, 0, false
	}
	for n, image := range w.Program.Images {
		text, ok := image.Memory.Get()
		bytes, finite := phpBytes(text)
		if !ok || !finite || n > 0 && bytes != limit {
			return at, 0, false
		}
		limit, has = bytes, true
		at = place(diag.RoleWorker, image.Memory.Origin(), w.Span, "PHP's own limit, in the image "+image.Base)
	}
	return at, limit, has
}

// commandMemory is the memory_limit that `php -d` sets before the script, in bytes: the last one counts. written says that there is one, has that
// it is a known limit.
func commandMemory(c queue.Command) (word queue.Word, limit int64, written, has bool) {
	for i, w := range c.Words {
		if w.Why == "" && strings.HasSuffix(w.Text, "artisan") {
			break
		}
		setting, joined := strings.CutPrefix(w.Text, "-d")
		if joined && setting == "" && i+1 < len(c.Words) {
			w = c.Words[i+1]
			setting = w.Text
		}
		value, ours := strings.CutPrefix(setting, "memory_limit=")
		if !joined || !ours {
			continue
		}
		limit, has = phpBytes(value)
		word, has, written = w, has && w.Why == "", true
	}
	return word, limit, written, has
}

// phpBytes reads PHP's shorthand: 128M, 1G, 134217728 (PHP: "Using PHP, FAQ: shorthand byte values").
func phpBytes(text string) (int64, bool) {
	shift := 0
	if n := len(text); n > 0 {
		switch text[n-1] {
		case 'k', 'K':
			shift = 10
		case 'm', 'M':
			shift = 20
		case 'g', 'G':
			shift = 30
		}
	}
	if shift > 0 {
		text = text[:len(text)-1]
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return n << shift, err == nil && n > 0 && n < 1<<(62-shift)
}
