package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dotenv"
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// unreadVariables lists the variables about clocks and counts of queues that the application's env files set and nothing in the repository
// reads. The whole tree is searched, but only where the configuration leaves one unread.
func (p *parsed) unreadVariables(a *application, o Options) []queue.UnreadVariable {
	if a.laravel == nil {
		return nil
	}
	files := slices.Clone(o.EnvFiles)
	if len(files) == 0 {
		evidence, examples := link.EnvFiles(p.tree, a.root)
		for _, at := range slices.Concat(evidence, examples) {
			if file, err := p.tree.Read(at); err == nil {
				files = append(files, file)
			}
		}
	}
	read, dynamic := p.configVariables(a)
	if dynamic {
		return nil
	}
	var out []queue.UnreadVariable
	for _, file := range files {
		env := dotenv.Parse(file)
		for _, e := range env.Entries {
			near := nearVariable(e.Name, read, env)
			if slices.Contains(read, e.Name) || !aboutQueues(e.Name) && near == "" {
				continue
			}
			i := slices.IndexFunc(out, func(v queue.UnreadVariable) bool { return v.Name == e.Name })
			if i < 0 {
				i = len(out)
				out = append(out, queue.UnreadVariable{Name: e.Name, Value: e.Value, Near: near})
			}
			out[i].Spans = append(out[i].Spans, e.NameSpan)
		}
	}
	if len(out) > 0 {
		out = p.dropRead(out)
	}
	return out
}

// aboutQueues says that a variable's name can only mean a clock or a count of queues.
func aboutQueues(name string) bool {
	if strings.HasSuffix(name, "RETRY_AFTER") {
		return true
	}
	has := func(part string) bool { return strings.Contains(name, part) }
	return (has("QUEUE") || has("HORIZON") || has("JOB") || has("WORKER")) && (has("TIMEOUT") || has("TRIES"))
}

// nearVariable is a variable that is read, not set in the file, and nearly the given one, which speaks of queues: a typing error.
func nearVariable(name string, read []string, env *dotenv.File) string {
	const shortest = 10
	if len(name) < shortest || !strings.Contains(name, "QUEUE") && !strings.Contains(name, "HORIZON") && !strings.HasSuffix(name, "RETRY_AFTER") {
		return ""
	}
	for _, r := range read {
		if r[0] == name[0] && r != name && env.Last(r) == nil && queue.Distance(r, name) <= 2 && withoutDigits(r) != withoutDigits(name) {
			return r
		}
	}
	return ""
}

func withoutDigits(name string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return -1
		}
		return r
	}, name)
}

var (
	// literalEnv is env() with a literal name, computedEnv one with any other first argument; both from the name of the function on.
	literalEnv  = pattern.New(`^env\(\s*['"]([A-Za-z0-9_.]+)['"]\s*[,)]`)
	computedEnv = pattern.New(`^env\(\s*(?:[^'"\s)]|'[^']*'\s*[^,)\s]|"[^"]*"\s*[^,)\s]|"[^"]*[${][^"]*")`)
)

// envCalls lists the names that a file of the configuration reads by env() and getenv(), and says whether it computes one.
func envCalls(data []byte) (names []string, computed bool) {
	for at := 0; ; {
		next := bytes.Index(data[at:], []byte("env("))
		if next < 0 {
			return names, false
		}
		at += next
		before, call := data[:at], data[at:]
		at += len("env(")
		bare := len(before) == 0 || !inName(before[len(before)-1])
		if bare && computedEnv.Match(call) {
			return nil, true
		}
		get, found := bytes.CutSuffix(before, []byte("get"))
		if !bare && (!found || len(get) > 0 && inName(get[len(get)-1])) {
			continue
		}
		if m := literalEnv.FindSubmatch(call); m != nil {
			names = append(names, string(m[1]))
		}
	}
}

// inName says that a byte belongs to the name of a function.
func inName(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// configVariables lists what the application's configuration reads by env(), and says whether it computes a name.
func (p *parsed) configVariables(a *application) (names []string, computed bool) {
	for _, at := range p.tree.Under(path.Join(a.root, "config")) {
		if path.Ext(at) != ".php" {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil {
			return nil, true
		}
		read, computed := envCalls(file.Data)
		if computed {
			return nil, true
		}
		names = append(names, read...)
	}
	slices.Sort(names)
	return slices.Compact(names), false
}

// dropRead takes out the variables that a file of the tree reads.
func (p *parsed) dropRead(all []queue.UnreadVariable) []queue.UnreadVariable {
	for _, at := range p.tree.Paths() {
		if len(all) == 0 {
			return nil
		}
		if !mayRead(at) {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil {
			continue
		}
		all = slices.DeleteFunc(all, func(v queue.UnreadVariable) bool { return readsVariable(file, v.Name) })
	}
	return all
}

// mayRead dismisses env files, prose and what is no text.
func mayRead(at string) bool {
	if base := path.Base(at); strings.HasPrefix(base, ".env") || strings.HasPrefix(base, "phpunit") {
		return false
	}
	switch strings.ToLower(path.Ext(at)) {
	case ".md", ".mdx", ".rst", ".adoc", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".ico", ".webp", ".pdf", ".woff", ".woff2", ".ttf", ".eot", ".mp4",
		".zip", ".gz", ".map", ".po", ".mo", ".css", ".lock":
		return false
	}
	return true
}

// readsVariable says that a file reads a variable: its name stands there as a word, and not only to give it a value.
func readsVariable(file *source.File, name string) bool {
	sets := setsVariables(file.Path)
	for at := 0; ; {
		i := bytes.Index(file.Data[at:], []byte(name))
		if i < 0 {
			return false
		}
		start := at + i
		at = start + len(name)
		before, after := file.Data[:start], file.Data[at:]
		ofSupervisor := bytes.HasSuffix(before, []byte("ENV_"))
		if len(after) > 0 && isNameByte(after[0]) || !ofSupervisor && start > 0 && isNameByte(before[start-1]) {
			continue
		}
		if ofSupervisor || !sets || !onlySets(before, after) {
			return true
		}
	}
}

func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// setsVariables says that a file is of a kind that gives values to variables by their names.
func setsVariables(at string) bool {
	switch path.Ext(at) {
	case ".yml", ".yaml", ".sh", ".bash", ".conf", ".ini", ".toml", ".tf", ".xml", ".service", ".env", ".example", ".dist":
		return true
	}
	base := path.Base(at)
	return strings.HasPrefix(base, "Dockerfile") || strings.HasPrefix(base, "env")
}

// onlySets says that a name stands where it is given a value: `NAME=`, `NAME:`, `- NAME`, `name: NAME`, `key: NAME`.
func onlySets(before, after []byte) bool {
	if n := len(before); n > 0 && (before[n-1] == '$' || before[n-1] == '{' || before[n-1] == '.') {
		return false
	}
	after = bytes.TrimLeft(after, " \t\"'")
	if len(after) > 0 && (after[0] == '=' || after[0] == ':') {
		return true
	}
	line := string(bytes.Trim(before[bytes.LastIndexByte(before, '\n')+1:], " \t\"'"))
	return line == "-" || strings.HasSuffix(line, "name:") || strings.HasSuffix(line, "key:")
}
