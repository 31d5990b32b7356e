package qlint_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the output in the documentation's console blocks")

// consoleBlock is a fenced block that shows a command and what it prints.
var consoleBlock = regexp.MustCompile("(?ms)^```console\n\\$ (.*?)\n(.*?)^```$")

// leftOut is the line that stands for lines of the output that a page does not show.
const leftOut = "…"

// pages are the documents whose examples are run. Those of docs/rules are generated, with examples that the rules' tests run.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatal("no page in docs", err)
	}
	return append(docs, "README.md", "CONTRIBUTING.md")
}

func readPage(t *testing.T, page string) string {
	t.Helper()
	data, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// Every console block is what its command prints.
func TestDocumentationShowsWhatItsCommandsPrint(t *testing.T) {
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) {
			text := readPage(t, page)
			blocks := consoleBlock.FindAllStringSubmatch(text, -1)
			if len(blocks) != strings.Count(text, "```console") {
				t.Error("a console block starts with no command")
			}
			if page == "README.md" && len(blocks) == 0 {
				t.Error("it shows no command")
			}
			for _, block := range blocks {
				printed := runShown(t, block[1])
				if *update && !slices.Contains(strings.Split(block[2], "\n"), leftOut) {
					text = strings.Replace(text, block[0], "```console\n$ "+block[1]+"\n"+printed+"```", 1)
					continue
				}
				if diff := shownDiff(block[2], printed); diff != "" {
					t.Errorf("%s (`go test . -run Documentation -update` rewrites the page): %s", block[1], diff)
				}
			}
			if *update {
				if err := os.WriteFile(page, []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// runShown runs a command of a page, which can only be this repository's, and returns what it prints on standard output.
func runShown(t *testing.T, command string) string {
	t.Helper()
	command = strings.Replace(command, "go run ./cmd/qlint", "qlint", 1)
	words := strings.Fields(command)
	if words[0] != "qlint" {
		t.Fatalf("%s: only qlint can be shown", command)
	}
	cmd := exec.CommandContext(t.Context(), qlintBinary(t), words[1:]...)
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s: %v\n%s", command, err, exit.Stderr)
	}
	return strings.TrimRight(string(out), "\n") + "\n"
}

// shownDiff compares what a page shows with what was printed; lines left out in the page stand for any lines.
func shownDiff(shown, printed string) string {
	var got []string
	rest := strings.Split(strings.TrimRight(printed, "\n"), "\n")
	want := strings.Split(strings.TrimRight(shown, "\n"), "\n")
	if !slices.Contains(want, leftOut) {
		return cmp.Diff(want, rest)
	}
	for i, piece := range splitLines(want) {
		at := indexLines(rest, piece)
		if at < 0 || i == 0 && at != 0 {
			return fmt.Sprintf("these lines are not printed there:\n%s\n\nprinted:\n%s", strings.Join(piece, "\n"), printed)
		}
		got = append(got, rest[at:at+len(piece)]...)
		rest = rest[at+len(piece):]
	}
	if len(got) == 0 {
		return "nothing is shown"
	}
	return ""
}

// splitLines cuts lines at those left out. A page that ends in one needs nothing after it.
func splitLines(lines []string) [][]string {
	out := [][]string{nil}
	for _, line := range lines {
		if line == leftOut {
			out = append(out, nil)
		} else {
			out[len(out)-1] = append(out[len(out)-1], line)
		}
	}
	return out
}

func indexLines(lines, piece []string) int {
	for i := range len(lines) - len(piece) + 1 {
		if slices.Equal(lines[i:i+len(piece)], piece) {
			return i
		}
	}
	return -1
}

func TestLeftOutLinesStandForAnyLines(t *testing.T) {
	for _, c := range []struct {
		name, shown string
		same        bool
	}{
		{"all", "a\nb\nc\nd\n", true},
		{"a line too few", "a\nb\nc\n", false},
		{"the middle left out", "a\n…\nd\n", true},
		{"both ends left out", "…\nb\nc\n…\n", true},
		{"the start is not the start", "b\n…\n", false},
		{"a wrong line", "a\n…\nx\n", false},
		{"wrong order", "…\nc\n…\nb\n", false},
	} {
		if got := shownDiff(c.shown, "a\nb\nc\nd\n") == ""; got != c.same {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A command or flag that a page shows outside of console blocks exists.
func TestDocumentationNamesFlagsThatExist(t *testing.T) {
	command := regexp.MustCompile(`(?m)(?:^|[\x60\s"'\[])qlint((?: [^\x60\n#|;&]*)?)`)
	flags := regexp.MustCompile(`--[a-z][a-z-]+`)
	known := map[string]string{}
	help := func(name string) string {
		if _, ok := known[name]; !ok {
			// A word that is no command has no help.
			out, _ := exec.CommandContext(t.Context(), qlintBinary(t), strings.Fields("help "+name)...).Output()
			known[name] = string(out)
		}
		return known[name]
	}
	for _, page := range pages(t) {
		for _, block := range codeOf(readPage(t, page)) {
			for _, match := range command.FindAllStringSubmatch(block, -1) {
				words := strings.Fields(match[1])
				name := "check"
				if len(words) > 0 && regexp.MustCompile(`^[a-z]+$`).MatchString(words[0]) && help(words[0]) != "" {
					name = words[0]
				}
				for _, f := range flags.FindAllString(match[1], -1) {
					if !strings.Contains(help(name), "  "+f+" ") {
						t.Errorf("%s: qlint %s knows no %s", page, name, f)
					}
				}
			}
		}
	}
}

// codeOf is a page's code: fenced blocks and spans between backticks.
func codeOf(text string) []string {
	var out []string
	fence := regexp.MustCompile("(?ms)^```.*?^```$")
	out = append(out, fence.FindAllString(text, -1)...)
	return append(out, regexp.MustCompile("`[^`\n]+`").FindAllString(fence.ReplaceAllString(text, ""), -1)...)
}

// A rule that a page names exists, under the name beside it.
func TestDocumentationNamesRulesThatExist(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), qlintBinary(t), "rules", "--format", "json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var rules []struct{ ID string }
	if err := json.Unmarshal(out, &rules); err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages(t), "docs/rules/README.md") {
		for _, id := range regexp.MustCompile(`\bQ[LG]\d{3}\b`).FindAllString(readPage(t, page), -1) {
			if !slices.ContainsFunc(rules, func(r struct{ ID string }) bool { return r.ID == id }) {
				t.Errorf("%s: no rule %s", page, id)
			}
		}
	}
}

// A link within the repository leads to a file, and to a heading where it names one.
func TestDocumentationLinksLeadSomewhere(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s]+)\)`)
	for _, page := range pages(t) {
		for _, match := range link.FindAllStringSubmatch(readPage(t, page), -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			at := page
			if target != "" {
				at = filepath.Join(filepath.Dir(page), target)
			}
			data, err := os.ReadFile(at)
			if err != nil {
				t.Errorf("%s: %v", page, err)
				continue
			}
			if anchor != "" && !slices.Contains(anchors(data), anchor) {
				t.Errorf("%s: %s has no heading #%s", page, at, anchor)
			}
		}
	}
}

// anchors are the names that GitHub gives a page's headings.
func anchors(page []byte) []string {
	var out []string
	drop := regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
	for line := range bytes.Lines(page) {
		if heading, ok := strings.CutPrefix(strings.TrimLeft(string(line), "#"), " "); ok && line[0] == '#' {
			out = append(out, strings.ReplaceAll(drop.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), ""), " ", "-"))
		}
	}
	return out
}
