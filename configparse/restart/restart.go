// Package restart reads where an application tells its workers to restart: calls of queue:restart in scripts, pipelines and PHP, and code
// that keeps the workers from asking whether they should (Laravel: Queue/Worker.php, Queue/Console/RestartCommand.php).
package restart

import (
	"bytes"
	"path"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// Words are those of which a file has one that Calls or Deaf says something of.
func Words() []string { return []string{command, polling} }

const (
	command = "queue:restart"
	polling = "withoutInterruptionPolling"
)

// MayHold says by its path whether a file may call queue:restart: code, scripts, pipelines.
func MayHold(p string) bool {
	base := path.Base(p)
	switch path.Ext(base) {
	case ".php":
		return !strings.HasSuffix(base, ".blade.php") || base == "Envoy.blade.php"
	case ".sh", ".bash", ".yml", ".yaml", ".mk", ".bat":
		return true
	case "":
		return true
	}
	return base == "composer.json"
}

var (
	// shellCall is artisan with options, then the command.
	shellCall = pattern.New(`artisan["']?\s+(?:-\S+\s+)*["']?queue:restart\b`)
	// phpCall is Artisan::call('queue:restart'), $this->call(…), $schedule->command(…), and Deployer's artisan(…) and task.
	phpCall = pattern.New(`(?:(?:->|::)\s*(?:call|callSilent|callSilently|command|queue)|\bartisan)\(\s*["']queue:restart\b|["']artisan:queue:restart["']`)
	// phpRun is a function of PHP or Deployer that runs a command line.
	phpRun = pattern.New(`\b(?:run|exec|passthru|shell_exec|system|fromShellCommandline|runLocally|script)\(`)
	// silent is a command that only prints.
	silent = pattern.New(`^\s*[@-]?\s*(?:echo|printf|print)\b`)
	// between stands between the commands of a line.
	between = pattern.New(`&&|\|\||[;|]`)
)

// maxCalls bounds the places that are kept of one file.
const maxCalls = 100

// Calls lists where a file calls queue:restart. Comments and texts that are only printed do not count.
func Calls(file *source.File) []source.Span {
	php := path.Ext(file.Path) == ".php" && !strings.HasSuffix(file.Path, ".blade.php")
	return find(file, command, func(before, line string) bool {
		if php {
			return phpCall.MatchString(line) || shellCall.MatchString(line) && phpRun.MatchString(before)
		}
		commands := between.Split(before, -1)
		return shellCall.MatchString(line) && !silent.MatchString(commands[len(commands)-1])
	})
}

// Deaf lists where code keeps workers from asking whether they should restart: Queue::withoutInterruptionPolling() (since 12.41).
func Deaf(file *source.File) []source.Span {
	return find(file, polling, func(before, _ string) bool { return strings.HasSuffix(strings.TrimRight(before, " "), "::") })
}

// find lists the lines with a word that a test accepts; it is shown what stands before the word, and the whole line.
func find(file *source.File, word string, accept func(before, line string) bool) []source.Span {
	var out []source.Span
	for at := 0; len(out) < maxCalls; {
		i := bytes.Index(file.Data[at:], []byte(word))
		if i < 0 {
			return out
		}
		at += i
		start := bytes.LastIndexByte(file.Data[:at], '\n') + 1
		end := len(file.Data)
		if n := bytes.IndexByte(file.Data[at:], '\n'); n >= 0 {
			end = at + n
		}
		before, line := string(file.Data[start:at]), string(file.Data[start:end])
		if !commented(before) && accept(before, line) {
			out = append(out, file.Span(at, at+len(word)))
		}
		at = end
	}
	return out
}

// commented says that a line is a comment before some place.
func commented(before string) bool {
	text := strings.TrimSpace(before)
	for _, mark := range []string{"#", "//", "*", "/*", "<!--", "{{--", "rem ", "REM ", "::"} {
		if strings.HasPrefix(text, mark) {
			return true
		}
	}
	return strings.Contains(before, " # ") || strings.Contains(before, " // ")
}
