package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var stdoutRotation = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL315", Slug: "stdout-rotation", Severity: diag.Warning,
		Summary: "supervisord is to rotate a log that is its own output",
		Why: "Supervisor rotates the logs of programs at 50 MB unless `stdout_logfile_maxbytes` says otherwise, and asks for the position in the file before every " +
			"line. `/dev/stdout` in a container is a pipe, which has none: every line of the program costs an exception with a traceback of its own in " +
			"the log (`[Errno 29] Illegal seek`).",
		Fix: "Set `stdout_logfile_maxbytes=0` (and `stderr_logfile_maxbytes=0`) beside the log file.",
		Bad: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
stdout_logfile=/dev/stdout ; want QL315
`,
		Good: queueConfig("90") + `-- supervisor/queue.conf --
[program:queue]
command=php artisan queue:work redis --tries=1
autorestart=true
stopwaitsecs=70
stdout_logfile=/dev/stdout
stdout_logfile_maxbytes=0
`,
		References: []string{"https://supervisord.org/configuration.html#program-x-section-settings"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, m := range app.Managers {
			for _, g := range m.Groups {
				for _, p := range g.Programs {
					for _, stream := range []string{"stdout", "stderr"} {
						if d := rotated(p, stream); d != nil {
							out = append(out, soften(d, m.Development != ""))
						}
					}
				}
			}
		}
		return out
	},
}

// rotated is the finding about a program whose output is a pipe that Supervisor is to rotate; nil where it is not.
func rotated(p *queue.Program, stream string) *diag.Diagnostic {
	key := stream + "_logfile"
	file, given := p.Settings[key]
	text, known := file.Value.Get()
	limit, limited := p.Settings[key+"_maxbytes"]
	if !given || !known || !isPipe(text.Text) || stream == "stderr" && isTrue(p.Settings["redirect_stderr"]) {
		return nil
	}
	rotates := "50MB, the default"
	if limited {
		bytes, ok := limit.Value.Get()
		if !ok || strings.Trim(strings.ToLower(bytes.Text), "0 kmgb+_") == "" {
			return nil
		}
		rotates = bytes.Text
	}
	return &diag.Diagnostic{
		Severity: diag.Warning,
		Place:    diag.Place{Span: file.Value.Origin().Place(), Role: diag.RoleElsewhere, Label: "rotated at " + rotates},
		Message:  fmt.Sprintf("supervisord is to rotate %s of %q at %s, but %s cannot be rotated", stream, p.Name, rotates, text.Text),
		Outcome:  "every line of the program is followed by an exception in the log: [Errno 29] Illegal seek",
		Fix:      "set " + key + "_maxbytes=0",
		Names:    []string{p.Name, key},
		Cause:    "log of " + p.Name,
	}
}

// isPipe says that a path is the output of supervisord itself.
func isPipe(path string) bool {
	switch path {
	case "/dev/stdout", "/dev/stderr", "/dev/fd/1", "/dev/fd/2", "/proc/self/fd/1", "/proc/self/fd/2", "/proc/1/fd/1", "/proc/1/fd/2":
		return true
	}
	return false
}

// isTrue says that a key of a Supervisor file is switched on.
func isTrue(s queue.Setting) bool {
	v, ok := s.Value.Get()
	if !ok {
		return false
	}
	switch strings.ToLower(v.Text) {
	case "yes", "true", "on", "1":
		return true
	}
	return false
}
