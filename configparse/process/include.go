package process

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// include reads the files that the root's [include] names. Supervisor does so once: an [include] in those files is never read.
func (l *loader) include() {
	section := l.out.Syntax.Section("include")
	if section == nil {
		return
	}
	l.hereInText = true
	files := l.get(section, "files", nil, scope{raw: true})
	if files.option == nil {
		l.refuse(queue.Refusal{
			Span: section.Parts[0].NameSpan, Message: ".ini file has [include] section, but no files setting",
			Section: "include", Option: "files",
		})
		return
	}
	text, err := supervisor.Expand(files.text, "include.files", l.envWhy, l.env, supervisor.Names{"host_node_name": l.host})
	if err != nil {
		l.refuse(queue.Refusal{Span: files.text.Span(err.Start, err.End), Message: err.Message, Section: "include", Option: "files"})
		return
	}
	parsed := map[string]*supervisor.File{}
	for _, w := range text.Fields() {
		if len(l.out.Files) > maxIncluded || len(l.out.Includes) >= maxIncluded {
			l.out.Cut = fmt.Sprintf("more than %d included files or patterns", maxIncluded)
			break
		}
		inc := Include{Pattern: text.String[w.Start:w.End], Span: text.Span(w.Start, w.End), Why: text.Unknown(w.Start, w.End)}
		if inc.Why == "" {
			l.match(&inc)
		}
		if inc.Why == "" && files.why != "" {
			inc.Why = files.why
		}
		for _, f := range inc.Files {
			if parsed[f.Path] == nil {
				parsed[f.Path] = supervisor.Parse(f)
			}
			l.add(parsed[f.Path])
		}
		if outside := inc.Why != "" && inc.Why != noMatch; outside && l.options.Here == "" && l.openWhy == "" {
			l.openWhy = "what " + inc.Pattern + " includes is not in the repository"
		}
		l.out.Includes = append(l.out.Includes, inc)
	}
}

// maxIncluded bounds the patterns and files of an [include].
const maxIncluded = 1000

const noMatch = "no file of the repository matches"

// match finds the pattern's files in the tree.
func (l *loader) match(inc *Include) {
	pattern, ok := l.inTree(inc.Pattern)
	if !ok {
		inc.Why = "the folder is outside the repository"
		return
	}
	for _, p := range glob(l.tree, pattern) {
		f, err := l.tree.Read(p)
		if err != nil {
			inc.Why = err.Error()
			continue
		}
		inc.Files = append(inc.Files, f)
	}
	if len(inc.Files) == 0 && inc.Why == "" {
		inc.Why = noMatch
	}
}

// inTree is the pattern relative to the tree's root.
func (l *loader) inTree(pattern string) (string, bool) {
	if l.tree == nil {
		return "", false
	}
	if path.IsAbs(pattern) {
		rest, ok := strings.CutPrefix(path.Clean(pattern), path.Clean(l.options.Here)+"/")
		if l.options.Here == "" || !ok {
			return "", false
		}
		pattern = rest
	}
	joined := path.Join(path.Dir(l.root.Path), pattern)
	return joined, joined != ".." && !strings.HasPrefix(joined, "../")
}

// relative is the way from one folder of the tree to another.
func relative(from, to string) string {
	a, b := strings.Split(path.Clean(from), "/"), strings.Split(path.Clean(to), "/")
	if a[0] == "." {
		a = nil
	}
	if b[0] == "." {
		b = nil
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	return path.Join(path.Join(slices.Repeat([]string{".."}, len(a))...), path.Join(b...))
}

// glob lists the paths that match as Python's glob.glob does, sorted: `**` is `*`, `*` does not match a leading dot, and a name
// without magic is taken as it is.
func glob(tree *source.Tree, pattern string) []string {
	parts := strings.Split(pattern, "/")
	fixed := 0
	for fixed < len(parts)-1 && !strings.ContainsAny(parts[fixed], "*?[") {
		fixed++
	}
	var out []string
	for _, p := range tree.Under(strings.Join(parts[:fixed], "/")) {
		names := strings.Split(p, "/")
		if len(names) != len(parts) {
			continue
		}
		if !slices.ContainsFunc(indexes(names), func(i int) bool { return !matchName(parts[i], names[i]) }) {
			out = append(out, p)
		}
	}
	return out
}

func indexes(names []string) []int {
	out := make([]int, len(names))
	for i := range out {
		out[i] = i
	}
	return out
}

// matchName matches one name as Python's fnmatch does.
func matchName(pattern, name string) bool {
	if !strings.ContainsAny(pattern, "*?[") {
		return pattern == name
	}
	if strings.HasPrefix(name, ".") && !strings.HasPrefix(pattern, ".") {
		return false
	}
	return fnmatch([]rune(pattern), []rune(name))
}

// fnmatch goes back only to the last `*`, so that its time is bounded by the product of both lengths.
func fnmatch(pattern, name []rune) bool {
	p, n, starP, starN := 0, 0, -1, 0
	for n < len(name) {
		next, ok := 0, false
		if p < len(pattern) {
			if pattern[p] == '*' {
				starP, starN = p, n
				p++
				continue
			}
			next, ok = matchOne(pattern, p, name[n])
		}
		switch {
		case ok:
			p, n = next, n+1
		case starP >= 0:
			starN++
			p, n = starP+1, starN
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}

// matchOne matches one character with the pattern's item at p and returns the place of the next item.
func matchOne(pattern []rune, p int, r rune) (next int, ok bool) {
	switch pattern[p] {
	case '?':
		return p + 1, true
	case '[':
		from := p + 1
		if from < len(pattern) && pattern[from] == '!' {
			from++
		}
		end := from
		if end < len(pattern) && pattern[end] == ']' {
			end++
		}
		for end < len(pattern) && pattern[end] != ']' {
			end++
		}
		if end >= len(pattern) {
			return p + 1, r == '['
		}
		return end + 1, inSet(pattern[from:end], r) != (pattern[p+1] == '!')
	default:
		return p + 1, pattern[p] == r
	}
}

func inSet(set []rune, r rune) bool {
	for i := 0; i < len(set); i++ {
		if i+2 < len(set) && set[i+1] == '-' {
			if set[i] <= r && r <= set[i+2] {
				return true
			}
			i += 2
			continue
		}
		if set[i] == r {
			return true
		}
	}
	return false
}
