// Package changes asks git which lines of a repository changed since a revision.
package changes

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

// Set is the changed lines of each file, by its path relative to the repository.
type Set map[string][]lines

// lines are those from first to last; last is 0 for a file that is new as a whole.
type lines struct{ first, last int }

// Since lists what differs between a revision and the work tree, with the files that git does not know yet. Git runs without
// anything that the repository's own configuration could make it start.
func Since(ctx context.Context, root, revision string) (Set, error) {
	if strings.HasPrefix(revision, "-") {
		return nil, fmt.Errorf("%q is no revision", revision)
	}
	commit, err := git(ctx, root, "rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return nil, fmt.Errorf("%q is no revision of this repository", revision)
	}
	diff, err := git(ctx, root, "diff", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames", "--relative", "--unified=0",
		"--src-prefix=a/", "--dst-prefix=b/", strings.TrimSpace(string(commit)), "--")
	if err != nil {
		return nil, err
	}
	fresh, err := git(ctx, root, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}
	set := parse(diff)
	for name := range strings.SplitSeq(string(fresh), "\x00") {
		if name != "" {
			set[name] = append(set[name], lines{1, 0})
		}
	}
	return set, nil
}

// git runs git so that it starts no hook, file system monitor or driver of the repository.
func git(ctx context.Context, root string, args ...string) ([]byte, error) {
	args = append([]string{"-C", root, "--no-optional-locks", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "core.quotePath=true", "-c", "diff.submodule=short"}, args...)
	cmd := exec.CommandContext(ctx, "git", args...)
	out, err := cmd.Output()
	if e := (*exec.ExitError)(nil); errors.As(err, &e) {
		return nil, fmt.Errorf("git: %s", strings.TrimSpace(string(e.Stderr)))
	}
	return out, err
}

// parse reads a diff without context lines.
func parse(diff []byte) Set {
	set := Set{}
	path := ""
	scanner := bufio.NewScanner(bytes.NewReader(diff))
	scanner.Buffer(nil, len(diff)+1)
	left := 0 // lines of the hunk at hand: they may look like anything
	for scanner.Scan() {
		line := scanner.Text()
		switch {
		case left > 0 && (strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")):
			left--
		case strings.HasPrefix(line, "+++ "):
			path = name(line[len("+++ "):])
		case strings.HasPrefix(line, "@@ "):
			first, count, all, ok := hunk(line)
			if !ok {
				continue
			}
			left = all
			if path == "/dev/null" { // the file is gone
				continue
			}
			if count == 0 {
				// Lines were taken away between these two: what is left beside them is what changed.
				set[path] = append(set[path], lines{max(first, 1), first + 1})
			} else {
				set[path] = append(set[path], lines{first, first + count - 1})
			}
		}
	}
	return set
}

// name is the path of a header: b/path, in quotes where it holds odd bytes.
func name(header string) string {
	header = strings.TrimSuffix(header, "\t")
	if strings.HasPrefix(header, `"`) {
		if plain, err := strconv.Unquote(header); err == nil {
			header = plain
		}
	}
	return strings.TrimPrefix(header, "b/")
}

// hunk reads `@@ -a,b +c,d @@`: the new lines, and the number of lines that follow.
func hunk(line string) (first, count, all int, ok bool) {
	parts := strings.Fields(line)
	if len(parts) < 3 {
		return 0, 0, 0, false
	}
	_, removed, ok1 := numbers(parts[1], "-")
	first, count, ok2 := numbers(parts[2], "+")
	return first, count, removed + count, ok1 && ok2
}

func numbers(part, sign string) (first, count int, ok bool) {
	text, ok := strings.CutPrefix(part, sign)
	start, size, many := strings.Cut(text, ",")
	first, err1 := strconv.Atoi(start)
	count, err2 := 1, error(nil)
	if many {
		count, err2 = strconv.Atoi(size)
	}
	return first, count, ok && err1 == nil && err2 == nil
}

// Touches says whether a place of a finding stands on a changed line.
func (s Set) Touches(d *diag.Diagnostic) bool {
	if s.touches(d.Place.Span) {
		return true
	}
	for _, p := range d.Related {
		if s.touches(p.Span) {
			return true
		}
	}
	return false
}

func (s Set) touches(at source.Span) bool {
	if at.IsZero() {
		return false
	}
	first, last := at.First(source.Bytes).Line, at.Last(source.Bytes).Line
	for _, l := range s[at.Path()] {
		if l.last == 0 || first <= l.last && last >= l.first {
			return true
		}
	}
	return false
}
