package cli

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/report"
)

// completed is what a shell is told about one command.
type completed struct {
	name, summary string
	flags         []completedFlag
	// words are the arguments that the command takes; nil for paths.
	words []string
}

type completedFlag struct {
	name, usage string
	// value says that a value follows: one of values, or a file where there are none.
	value  bool
	values []string
}

func makeCompletion(*flag.FlagSet) runner {
	return func(args []string, s Streams) error {
		if len(args) != 1 {
			return usage("completion takes one of bash, zsh, fish")
		}
		switch args[0] {
		case "bash":
			return writeBash(s.Out, completions())
		case "zsh":
			return writeZsh(s.Out, completions())
		case "fish":
			return writeFish(s.Out, completions())
		}
		return usage("completion %s: one of bash, zsh, fish", args[0])
	}
}

func completions() []completed {
	rules := []string{}
	for _, d := range docs() {
		rules = append(rules, d.ID, d.Slug)
	}
	severities := []string{"error", "warning", "info"}
	values := map[string][]string{
		"format": report.Names(), "severity": severities, "fail-on": append(slices.Clone(severities), "never"), "color": {"auto", "always", "never"},
		"rule": rules, "disable": rules, "map --format": {"text", "json"}, "rules --format": {"text", "json", "markdown"},
	}
	words := map[string][]string{"explain": rules, "completion": {"bash", "zsh", "fish"}, "rules": {}, "version": {}, "init": {}, "man": {}}
	var out []completed
	for _, c := range commands() {
		one := completed{name: c.name, summary: c.summary, words: words[c.name]}
		set := flag.NewFlagSet(c.name, flag.ContinueOnError)
		c.make(set)
		set.VisitAll(func(f *flag.Flag) {
			hint, text := flag.UnquoteUsage(f)
			offered, own := values[c.name+" --"+f.Name]
			if !own {
				offered = values[f.Name]
			}
			one.flags = append(one.flags, completedFlag{f.Name, text, hint != "", offered})
		})
		out = append(out, one)
	}
	return out
}

// names are the words that a shell offers for a command.
func (c *completed) names() string {
	var all []string
	for _, f := range c.flags {
		all = append(all, "--"+f.name)
	}
	return strings.Join(append(all, c.words...), " ")
}

func writeBash(w io.Writer, all []completed) error {
	var b strings.Builder
	b.WriteString("# bash completion of qlint: source <(qlint completion bash)\n_qlint() {\n")
	b.WriteString("  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} cmd=check words=\n")
	b.WriteString("  [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n  [[ $cur == = ]] && cur=\n")
	b.WriteString("  case ${COMP_WORDS[1]} in\n    " + strings.Join(commandNames(all), "|") + ") cmd=${COMP_WORDS[1]} ;;\n  esac\n")
	b.WriteString("  case $cmd:$prev in\n")
	for _, c := range all {
		for _, f := range c.flags {
			switch {
			case len(f.values) > 0:
				fmt.Fprintf(&b, "    %s:--%s) COMPREPLY=($(compgen -W '%s' -- \"$cur\")); return ;;\n", c.name, f.name, strings.Join(f.values, " "))
			case f.value:
				fmt.Fprintf(&b, "    %s:--%s) COMPREPLY=($(compgen -f -- \"$cur\")); return ;;\n", c.name, f.name)
			}
		}
	}
	b.WriteString("  esac\n  case $cmd in\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    %s) words='%s' ;;\n", c.name, c.names())
	}
	fmt.Fprintf(&b, "  esac\n  ((COMP_CWORD == 1)) && words+=' %s'\n", strings.Join(commandNames(all), " "))
	b.WriteString("  COMPREPLY=($(compgen -W \"$words\" -- \"$cur\") $(compgen -f -- \"$cur\"))\n}\ncomplete -o filenames -F _qlint qlint\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func commandNames(all []completed) []string {
	out := make([]string, len(all))
	for i, c := range all {
		out[i] = c.name
	}
	return out
}

// zshQuote escapes a text within an argument of _arguments in single quotes.
var zshQuote = strings.NewReplacer("'", "'\\''", "[", "\\[", "]", "\\]", ":", "\\:")

func writeZsh(w io.Writer, all []completed) error {
	var b strings.Builder
	b.WriteString("#compdef qlint\n# zsh completion of qlint: qlint completion zsh > \"${fpath[1]}/_qlint\"\n_qlint() {\n  local cmd=check\n  local -a commands\n  commands=(\n")
	for _, c := range all {
		fmt.Fprintf(&b, "    '%s:%s'\n", c.name, zshQuote.Replace(c.summary))
	}
	fmt.Fprintf(&b, "  )\n  case $words[2] in\n    %s) cmd=$words[2]; shift words; ((CURRENT--)) ;;\n    *) ((CURRENT == 2)) && _describe -t commands command commands ;;\n  esac\n  case $cmd in\n", strings.Join(commandNames(all), "|"))
	for _, c := range all {
		fmt.Fprintf(&b, "    %s) _arguments", c.name)
		for _, f := range c.flags {
			fmt.Fprintf(&b, " \\\n      '*--%s[%s]", f.name, zshQuote.Replace(f.usage))
			switch {
			case len(f.values) > 0:
				fmt.Fprintf(&b, ":value:(%s)", strings.Join(f.values, " "))
			case f.value:
				b.WriteString(":file:_files")
			}
			b.WriteString("'")
		}
		if c.words != nil {
			fmt.Fprintf(&b, " \\\n      '*:argument:(%s)' ;;\n", strings.Join(c.words, " "))
		} else {
			b.WriteString(" \\\n      '*:path:_files' ;;\n")
		}
	}
	b.WriteString("  esac\n}\ncompdef _qlint qlint\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeFish(w io.Writer, all []completed) error {
	var b strings.Builder
	b.WriteString("# fish completion of qlint: qlint completion fish > ~/.config/fish/completions/qlint.fish\n")
	quote := strings.NewReplacer(`\`, `\\`, "'", `\'`)
	none := "not __fish_seen_subcommand_from " + strings.Join(commandNames(all), " ")
	for _, c := range all {
		fmt.Fprintf(&b, "complete -c qlint -n '%s' -a %s -d '%s'\n", none, c.name, quote.Replace(c.summary))
	}
	for _, c := range all {
		when := "__fish_seen_subcommand_from " + c.name
		if c.name == "check" {
			when += "; or " + none
		}
		for _, f := range c.flags {
			fmt.Fprintf(&b, "complete -c qlint -n '%s' -l %s -d '%s'", when, f.name, quote.Replace(f.usage))
			switch {
			case len(f.values) > 0:
				fmt.Fprintf(&b, " -x -a '%s'", strings.Join(f.values, " "))
			case f.value:
				b.WriteString(" -r")
			}
			b.WriteString("\n")
		}
		if c.words != nil {
			fmt.Fprintf(&b, "complete -c qlint -f -n '%s' -a '%s'\n", when, strings.Join(c.words, " "))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
