package cli

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

func makeMan(*flag.FlagSet) runner {
	return func(args []string, s Streams) error {
		if len(args) > 0 {
			return usage("man takes no argument")
		}
		return writeMan(s.Out)
	}
}

// manFiles are the files of a repository that change what qlint says.
var manFiles = [...][2]string{
	{"qlint.toml, .qlint.toml", "Settings, the nearest to the path up to the repository's root. qlint init writes one with every key explained."},
	{".qlint-baseline.json", "Findings that are accepted, written by qlint baseline, at the repository's root."},
}

// writeMan writes the manual page in the man macros of troff, from the same table as the help.
func writeMan(w io.Writer) error {
	var b strings.Builder
	b.WriteString(".TH QLINT 1\n.SH NAME\nqlint \\- a linter for background jobs\n.SH SYNOPSIS\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, ".B %s\n.br\n", roff(c.usage))
	}
	b.WriteString(".SH DESCRIPTION\nqlint reads every file of a repository that sets a clock, a count or a key on a background job, and proves that they fit\neach other. A path limits what is reported, not what is read.\n.SH COMMANDS\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, ".SS %s\n%s.\n", roff(c.usage), roff(c.summary))
		eachFlag(&c, func(name, text string) {
			fmt.Fprintf(&b, ".TP\n.B %s\n%s\n", roff(name), roff(text))
		})
	}
	b.WriteString(".SH EXIT STATUS\n")
	for _, s := range statuses {
		fmt.Fprintf(&b, ".TP\n.B %d\n%s\n", s.status, roff(s.means))
	}
	b.WriteString(".SH FILES\n")
	for _, f := range manFiles {
		fmt.Fprintf(&b, ".TP\n.I %s\n%s\n", roff(f[0]), roff(f[1]))
	}
	b.WriteString(".SH SEE ALSO\n.B qlint explain\nRULE shows one rule; https://github.com/qlint\\-dev/qlint has the whole documentation.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// roff escapes a text for troff: a hyphen would be typeset as a dash, and a dot or quote at the start of a line is a request.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		return `\&` + text
	}
	return text
}
