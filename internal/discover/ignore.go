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
	negate     bool
	foldersAll bool // ends in '/': only folders
	anchored   bool // holds a '/' before its end: matched against the whole path below the folder, else against the last part
	literal    bool // has no wildcard
	text       string
}

// parseIgnore reads an ignore file.
func parseIgnore(folder string, data []byte) *ignoreFile {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := &ignoreFile{folder: folder}
	for line := range bytes.Lines(data) {
		if p, ok := parsePattern(strings.TrimRight(string(line), "\r\n")); ok {
			f.patterns = append(f.patterns, p)
		}
	}
	return f
}

func parsePattern(line string) (pattern, bool) {
	line = trimBlanks(line)
	if line == "" || line[0] == '#' {
		return pattern{}, false
	}
	var p pattern
	if rest, ok := strings.CutPrefix(line, "!"); ok {
		p.negate, line = true, rest
	}
	if rest, ok := strings.CutSuffix(line, "/"); ok {
		p.foldersAll, line = true, rest
	}
	p.anchored = strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return pattern{}, false
	}
	p.literal = !strings.ContainsAny(line, `*?[\`)
	p.text = line
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
		if p.foldersAll && !isDir {
			continue
		}
		subject := base
		if p.anchored {
			subject = below
		}
		if p.literal && p.text == subject || !p.literal && wildmatch(p.text, subject) {
			return !p.negate, true
		}
	}
	return false, false
}

// wildmatch matches a path against a pattern as git does: `*` and `?` stop at '/', `**` between slashes spans folders.
func wildmatch(p, s string) bool {
	budget := 10_000 // a hostile pattern of many stars is given up
	return matchFrom(p, s, true, &budget)
}

// matchFrom matches the rest of a pattern; start says that p starts a part of the path.
func matchFrom(p, s string, start bool, budget *int) bool {
	for p != "" {
		if *budget--; *budget < 0 {
			return false
		}
		switch p[0] {
		case '*':
			if start && strings.HasPrefix(p, "**") && (len(p) == 2 || p[2] == '/') {
				return matchFolders(p, s, budget)
			}
			return matchStar(strings.TrimLeft(p, "*"), s, budget)
		case '?':
			if s == "" || s[0] == '/' {
				return false
			}
			p, s = p[1:], s[1:]
		case '[':
			rest, ok := matchClass(p, s)
			if !ok {
				return false
			}
			p, s = rest, s[1:]
		default:
			if p[0] == '\\' && len(p) > 1 {
				p = p[1:]
			}
			if s == "" || s[0] != p[0] {
				return false
			}
			start = p[0] == '/'
			p, s = p[1:], s[1:]
			continue
		}
		start = false
	}
	return s == ""
}

// matchFolders matches `**` or `**/…`: any number of whole parts.
func matchFolders(p, s string, budget *int) bool {
	if len(p) == 2 {
		return true
	}
	for rest := p[3:]; ; {
		if matchFrom(rest, s, true, budget) {
			return true
		}
		i := strings.IndexByte(s, '/')
		if i < 0 || *budget < 0 {
			return false
		}
		s = s[i+1:]
	}
}

func matchStar(rest, s string, budget *int) bool {
	for i := 0; ; i++ {
		if matchFrom(rest, s[i:], false, budget) {
			return true
		}
		if i >= len(s) || s[i] == '/' || *budget < 0 {
			return false
		}
	}
}

// matchClass matches one byte against [a-z], [!a] or [^a]; rest is the pattern behind it.
func matchClass(p, s string) (rest string, ok bool) {
	if s == "" || s[0] == '/' {
		return "", false
	}
	i := 1
	negate := i < len(p) && (p[i] == '!' || p[i] == '^')
	if negate {
		i++
	}
	found := false
	for first := true; i < len(p) && (first || p[i] != ']'); first = false {
		low := p[i]
		if low == '\\' && i+1 < len(p) {
			i++
			low = p[i]
		}
		high := low
		if i+2 < len(p) && p[i+1] == '-' && p[i+2] != ']' {
			high = p[i+2]
			i += 2
		}
		found = found || low <= s[0] && s[0] <= high
		i++
	}
	if i >= len(p) {
		return "", false
	}
	return p[i+1:], found != negate
}
