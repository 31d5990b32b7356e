package ruledoc

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/mitchellh/go-wordwrap"
	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/pattern"
)

// textWidth is how wide a rule's paragraphs are set on a terminal, and pageWidth in a page, in characters.
const (
	textWidth = 96
	pageWidth = 120
)

// WriteText prints a rule for a terminal.
func WriteText(w io.Writer, d *Doc) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %s (%s)\n\n%s\n", d.ID, d.Slug, d.Severity, d.Summary)
	section := func(title, text string) {
		if text != "" {
			fmt.Fprintf(out, "\n%s\n\n%s\n", title, indent(text))
		}
	}
	section("Why", paragraphs(d.Why, textWidth))
	section("Fix", paragraphs(d.Fix, textWidth))
	section("Reported", pointed(d.Bad))
	section("Silent", pointed(d.Good))
	section("See", strings.Join(d.References, "\n"))
	return out.Flush()
}

// paragraphs sets a text anew at a width: a line break within a paragraph means nothing, one before an item of a list does.
func paragraphs(text string, width uint) string {
	var out []string
	for paragraph := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		var lines []string
		for line := range strings.SplitSeq(paragraph, "\n") {
			item := strings.HasPrefix(line, "- ")
			if last := len(lines) - 1; last >= 0 && !item {
				lines[last] += " " + strings.TrimSpace(line)
			} else {
				lines = append(lines, line)
			}
		}
		for i, line := range lines {
			if strings.HasPrefix(line, "- ") {
				lines[i] = "- " + strings.ReplaceAll(wordwrap.WrapString(line[2:], width-2), "\n", "\n  ")
			} else {
				lines[i] = wordwrap.WrapString(line, width)
			}
		}
		out = append(out, strings.Join(lines, "\n"))
	}
	return strings.Join(out, "\n\n")
}

// wantMark is the comment by which an example says where its finding stands.
var wantMark = pattern.New(`want(-below)? ["\x60]?(Q[LG]\d{3})["\x60]?(?:[/@]\w+)*`)

// pointed is an example with arrows for the marks that its test reads.
func pointed(example string) string {
	return wantMark.ReplaceAllStringFunc(example, func(mark string) string {
		m := wantMark.FindStringSubmatch(mark)
		if m[1] != "" {
			return m[2] + " on the next line"
		}
		return "<-- " + m[2]
	})
}

func indent(s string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	for i, l := range lines {
		if l != "" {
			lines[i] = "  " + l
		}
	}
	return strings.Join(lines, "\n")
}

// WriteMarkdown writes a rule's page.
func WriteMarkdown(w io.Writer, d *Doc) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s %s\n\n%s. Severity: %s.\n\n## Why\n\n%s\n\n## Fix\n\n%s\n",
		d.ID, d.Slug, upperFirst(d.Summary), d.Severity, paragraphs(d.Why, pageWidth), paragraphs(d.Fix, pageWidth))
	writeExample(out, "Reported", d.Bad)
	writeExample(out, "Silent", d.Good)
	if len(d.References) > 0 {
		fmt.Fprint(out, "\n## See\n\n")
		for _, r := range d.References {
			fmt.Fprintf(out, "- <%s>\n", r)
		}
	}
	return out.Flush()
}

func writeExample(out *bufio.Writer, title, example string) {
	if example == "" {
		return
	}
	fmt.Fprintf(out, "\n## %s\n", title)
	for _, f := range txtar.Parse([]byte(pointed(example))).Files {
		fmt.Fprintf(out, "\n`%s`\n\n```%s\n%s```\n", f.Name, language(f.Name), f.Data)
	}
}

// language is the name of a file's language in a fenced block.
func language(name string) string {
	for suffix, lang := range map[string]string{".php": "php", ".json": "json", ".lock": "json", ".conf": "ini", ".go": "go", ".yml": "yaml", ".yaml": "yaml", ".sh": "sh", ".toml": "toml"} {
		if strings.HasSuffix(name, suffix) {
			return lang
		}
	}
	return ""
}

func upperFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// WriteIndex writes the table of all rules, with links to their pages.
func WriteIndex(w io.Writer, docs []*Doc) error {
	out := bufio.NewWriter(w)
	fmt.Fprint(out, "# Rules\n\n| id | name | severity | reports |\n|---|---|---|---|\n")
	for _, d := range docs {
		fmt.Fprintf(out, "| [%s](%s.md) | %s | %s | %s |\n", d.ID, d.ID, d.Slug, d.Severity, d.Summary)
	}
	return out.Flush()
}
