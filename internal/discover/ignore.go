package discover

import (
	"bytes"
	"strings"
)

// ignoreFile is one .gitignore: its patterns in order, for paths below its folder. The last pattern that matches decides.
type ignoreFile struct {
	// folder is where the file lies, relative to the repository, "" at its root.
	folder   string
	patterns []pattern
}

// pattern is one line of an ignore file (git: gitignore(5)).
type pattern struct {
	negate  bool
	folders bool // ends in '/': only folders
	// anchored patterns hold a '/' before their end and are matched against the whole path below the folder, others against its
	// last part.
	anchored bool
	// prefix is the text before the first wildcard, rest the remainder, "" where there is no wildcard.
	prefix, rest string
}

// parseIgnore reads an ignore file.
func parseIgnore(folder string, data []byte) *ignoreFile {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := &ignoreFile{folder: folder}
	for line := range bytes.Lines(data) {
		text := strings.TrimSuffix(strings.TrimSuffix(string(line), "\n"), "\r")
		if p, ok := parsePattern(text); ok {
			f.patterns = append(f.patterns, p)
		}
	}
	return f
}

func parsePattern(line string) (pattern, bool) {
	if strings.HasPrefix(line, "#") {
		return pattern{}, false
	}
	line = trimBlanks(line)
	var p pattern
	line, p.negate = strings.CutPrefix(line, "!")
	line, p.folders = strings.CutSuffix(line, "/")
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return pattern{}, false
	}
	p.prefix = line
	if i := strings.IndexAny(line, `*?[\`); i >= 0 {
		p.prefix, p.rest = line[:i], line[i:]
	}
	return p, true
}

// trimBlanks cuts trailing blanks that no backslash protects.
func trimBlanks(line string) string {
	for strings.HasSuffix(line, " ") {
		cut := line[:len(line)-1]
		backslashes := len(cut) - len(strings.TrimRight(cut, `\`))
		if backslashes%2 == 1 {
			break
		}
		line = cut
	}
	return line
}

// ignored says what the file decides on a path (relative to the repository), and whether it decides at all.
func (f *ignoreFile) ignored(path string, isDir bool) (ignored, decided bool) {
	below := path
	if f.folder != "" {
		below = path[len(f.folder)+1:]
	}
	base := below[strings.LastIndexByte(below, '/')+1:]
	for i := len(f.patterns) - 1; i >= 0; i-- {
		p := &f.patterns[i]
		if p.folders && !isDir {
			continue
		}
		subject := base
		if p.anchored {
			subject = below
		}
		if p.matches(subject) {
			return !p.negate, true
		}
	}
	return false, false
}

func (p *pattern) matches(subject string) bool {
	left, ok := strings.CutPrefix(subject, p.prefix)
	if !ok || p.rest == "" {
		return ok && left == ""
	}
	// Most wildcards are a single star before an ending.
	if p.rest[0] == '*' && !strings.ContainsAny(p.rest[1:], `*?[\`) {
		end := p.rest[1:]
		return strings.HasSuffix(left, end) && !strings.Contains(left[:len(left)-len(end)], "/")
	}
	// Git matches what follows the prefix as a text of its own: `a**/b` is `a` and `**/b`.
	return wildmatch(p.rest, left)
}
