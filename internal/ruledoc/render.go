package ruledoc

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/txtar"
)

// WriteText prints a rule for a terminal.
func WriteText(w io.Writer, d *Doc) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %s (%s)\n\n%s\n\n", d.ID, d.Slug, d.Severity, d.Summary)
	fmt.Fprintf(out, "Why\n\n%s\n\nFix\n\n%s\n\n", indent(d.Why), indent(d.Fix))
	if d.Bad != "" {
		fmt.Fprintf(out, "Reported\n\n%s\n", indent(d.Bad))
	}
	if d.Good != "" {
		fmt.Fprintf(out, "Silent\n\n%s\n", indent(d.Good))
	}
	if len(d.References) > 0 {
		fmt.Fprintf(out, "See\n\n%s\n", indent(strings.Join(d.References, "\n")))
	}
	return out.Flush()
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
	fmt.Fprintf(out, "# %s %s\n\n%s, %s.\n\n## Why\n\n%s\n\n## Fix\n\n%s\n", d.ID, d.Slug, upperFirst(d.Summary), d.Severity, d.Why, d.Fix)
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
	for _, f := range txtar.Parse([]byte(example)).Files {
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
