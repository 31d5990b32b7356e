// Package deploy finds, in shell scripts, workflows, recipes of Deployer and Envoy and makefiles, the steps that switch an application's code
// on a host and those that restart its workers. It looks for commands line by line: which of them really run it does not follow, and
// whatever may restart a worker counts.
package deploy

import (
	"bytes"
	"path"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Words are what a file has that switches code, one of them.
var Words = []string{"rsync", "git pull", "git reset", "git checkout", "git fetch", "namespace Deployer", "recipe/laravel", "@servers", "releases"}

// maxFile bounds the files that are looked at, in bytes.
const maxFile = 256 << 10

// line is one command as it is written, lines that a backslash joins together.
type line struct {
	text  string
	start int
}

// Read looks at a file; nil where it is not known to switch code on a host.
func Read(file *source.File) *queue.Deploy {
	if len(file.Data) > maxFile {
		return nil
	}
	lines := commands(file.Data)
	d := switched(file, lines)
	if d == nil {
		return nil
	}
	d.Restarts = restarts(file)
	for _, l := range lines {
		if l.start > d.Span.End && artisan.MatchString(l.text) {
			d.Steps = append(d.Steps, spanOf(file, l))
		}
	}
	return d
}

// commands joins continued lines and leaves out comments.
func commands(data []byte) []line {
	var out []line
	start, joined := 0, ""
	at := 0
	for raw := range bytes.Lines(data) {
		text := strings.TrimRight(string(raw), "\r\n")
		if joined == "" {
			start = at
		}
		at += len(raw)
		if body, continued := strings.CutSuffix(text, `\`); continued {
			joined += body + " "
			continue
		}
		text = joined + text
		joined = ""
		switch trimmed := strings.TrimSpace(text); {
		case trimmed == "", strings.HasPrefix(trimmed, "#"), strings.HasPrefix(trimmed, "//"), strings.HasPrefix(trimmed, "*"):
		default:
			out = append(out, line{text, start})
		}
	}
	if joined != "" {
		out = append(out, line{joined, start})
	}
	return out
}

var (
	// A destination on another host: user@host:path, and the variables of workflows.
	remote    = pattern.New(`\brsync\b.*(?:\}\}|\s["']?[^\s"'@=]+)@(?:\$\{\{[^}]*\}\}|[^\s"':]+):`)
	overSSH   = pattern.New(`\bssh\b[^|]*(?:git (?:pull|reset --hard|checkout|fetch)|git -C \S+ (?:pull|reset))`)
	pulls     = pattern.New(`(?:^|[\s;&|"'])git (?:-C \S+ )?(?:pull\b|reset --hard)`)
	migrates  = pattern.New(`artisan["']?\s+migrate\b[^\n]*--force`)
	symlinks  = pattern.New(`\bln\s+-[a-zA-Z]*s[a-zA-Z]*\s+.*\brelease.*\bcurrent\b`)
	artisan   = pattern.New(`artisan["']?\s+[a-z]`)
	deployer  = pattern.New(`(?m)^\s*(?:namespace\s+Deployer\s*;|require\s+['"]recipe/laravel\.php['"])`)
	recipe    = pattern.New(`recipe/laravel\.php`)
	hosts     = pattern.New(`(?m)^\s*(?:host|server)\(|^hosts:`)
	servers   = pattern.New(`@servers`)
	tests     = pattern.New(`phpunit|artisan test|vendor/bin/pest`)
	localOnly = pattern.New(`(?i)sail|devcontainer|localhost`)
)

// switched finds the step that switches code.
func switched(file *source.File, lines []line) *queue.Deploy {
	base := path.Base(file.Path)
	text := string(file.Data)
	if base == "deploy.php" || base == "deploy.yaml" || base == "deploy.yml" {
		if at := recipe.FindIndex(file.Data); at != nil && hosts.MatchString(text) && (base != "deploy.php" || deployer.MatchString(text)) {
			return &queue.Deploy{Span: file.Span(at[0], at[1]), Switch: "Deployer's recipe switches the release"}
		}
	}
	script := path.Ext(base) == ".sh" || path.Ext(base) == ".bash" || path.Ext(base) == ""
	envoy := strings.HasSuffix(base, ".blade.php") && servers.MatchString(text)
	migrated := strings.Contains(text, "--force") && migrates.MatchString(text) && !tests.MatchString(text)
	for _, l := range lines {
		var what string
		switch {
		case strings.Contains(l.text, "rsync") && remote.MatchString(l.text):
			what = "rsync puts the code on a host"
		case strings.Contains(l.text, "ssh") && overSSH.MatchString(l.text):
			what = "ssh switches the code on a host"
		case strings.Contains(l.text, "current") && symlinks.MatchString(l.text):
			what = "the symlink of the current release is switched"
		case (script || envoy) && migrated && pulls.MatchString(l.text) && !localOnly.MatchString(text):
			what = "git switches the code"
		default:
			continue
		}
		if !migrated && !strings.Contains(text, "artisan") {
			return nil // nothing says that the code is the application's
		}
		return &queue.Deploy{Span: spanOf(file, l), Switch: what}
	}
	return nil
}

// spanOf is the place of a command's first line, without blanks around it.
func spanOf(file *source.File, l line) source.Span {
	end := l.start
	for end < len(file.Data) && file.Data[end] != '\n' && file.Data[end] != '\r' {
		end++
	}
	start := l.start
	for start < end && (file.Data[start] == ' ' || file.Data[start] == '\t') {
		start++
	}
	return file.Span(start, end)
}

// restarting are what restarts workers, or may: commands of Laravel, of process managers, of platforms that replace workers, and calls of
// other scripts, of which it is not known what they do.
var restarting = []struct {
	pattern *pattern.Pattern
	what    string
}{
	{pattern.New(`queue:restart|horizon:(?:terminate|purge)|artisan["']?\s+reload|RESTART_QUEUES|QueueRestart`), "workers are told to restart"},
	{pattern.New(`supervisorctl|supervisord?\b.*(?:restart|reload|update|start)|systemctl\s+(?:--\S+\s+)*(?:re|try-re|reload-or-re)?(?:start|load)|\bservice\s+\S+\s+(?:re|force-re)(?:start|load)|\bpm2\b|\bmonit\b|\breboot\b|\bs6-|\bsv\s+restart|\bp?kill(?:all)?\b`), "a process manager restarts programs"},
	{pattern.New(`docker(?:-compose|\s+compose|\s+stack|\s+service|\s+restart|\s+run|\s+build|\s+push|/)|build-push-action|\bpodman\b|\bbuildah\b|\bkubectl\b|\bhelm\b|\bargocd\b|\bflux\b|\bnomad\b|\bkamal\b`), "containers are replaced"},
	{pattern.New(`\b(?:vapor|fly|flyctl|heroku|railway|render|eb|gcloud|aws|az|doctl|serverless|sls|platform|upsun|cloud)\s+\S*(?:deploy|update|push|publish|release|ecs|run)|git push (?:dokku|heroku)|forge\.laravel\.com|envoyer|ploi\.io|cloud\.laravel\.com|deploy[_-]?hook|webhook`), "a platform deploys it"},
	{pattern.New(`(?:^|[\s;&|"'(])(?:\./|~/|/|bash\s+|sh\s+|source\s+|\.\s+)[\w./${}-]*\.(?:sh|bash)\b|\bmake\s+[a-z]|\bcomposer\s+(?:run|run-script)\s|\bvendor/bin/(?:dep|envoy)\b|\b(?:dep|envoy)\s+(?:deploy|run)\b|\bansible(?:-playbook)?\b|\bterraform\b|artisan["']?\s+(?:app|deploy)[:\s]|artisan["']?\s+[\w-]+:(?:update|upgrade|deploy|install)\b`), "another script runs, which may restart them"},
}

// restarts says what restarts workers, "" for nothing. Comments count: who writes of a restart has thought of it.
func restarts(file *source.File) string {
	for _, r := range restarting {
		if r.pattern.Match(withoutFirstLine(file.Data)) {
			return r.what
		}
	}
	return ""
}

// withoutFirstLine leaves a script's `#!/bin/bash` out.
func withoutFirstLine(data []byte) []byte {
	if bytes.HasPrefix(data, []byte("#!")) {
		if i := bytes.IndexByte(data, '\n'); i >= 0 {
			return data[i:]
		}
		return nil
	}
	return data
}
