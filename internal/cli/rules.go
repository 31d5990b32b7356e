package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/ruledoc"
)

func runExplain(args []string, s Streams) error {
	set := flag.NewFlagSet("explain", flag.ContinueOnError)
	names, err := parseFlags(set, args)
	if err != nil {
		return err
	}
	if len(names) != 1 {
		return usage("explain takes one rule, by id or slug")
	}
	for _, d := range docs() {
		if strings.EqualFold(d.ID, names[0]) || strings.EqualFold(d.Slug, names[0]) {
			return ruledoc.WriteText(s.Out, d)
		}
	}
	if near := nearestRule(names[0]); near != "" {
		return usage("%s: no such rule; did you mean %s?", names[0], near)
	}
	return usage("%s: no such rule; `qlint rules` lists all", names[0])
}

func runRules(args []string, s Streams) error {
	set := flag.NewFlagSet("rules", flag.ContinueOnError)
	format := set.String("format", "text", "text, json, markdown")
	rest, err := parseFlags(set, args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usage("rules takes no argument")
	}
	switch *format {
	case "text":
		for _, d := range docs() {
			fmt.Fprintf(s.Out, "%s  %-7s  %-40s  %s\n", d.ID, d.Severity, d.Slug, d.Summary)
		}
		return nil
	case "json":
		return writeRulesJSON(s)
	case "markdown":
		return ruledoc.WriteIndex(s.Out, docs())
	}
	return usage("--format %s: one of text, json, markdown", *format)
}

func writeRulesJSON(s Streams) error {
	type rule struct {
		ID       string `json:"id"`
		Slug     string `json:"slug"`
		Severity string `json:"severity"`
		Summary  string `json:"summary"`
		Analyzer bool   `json:"analyzer"`
	}
	out := []rule{}
	for _, d := range docs() {
		out = append(out, rule{d.ID, d.Slug, d.Severity.String(), d.Summary, strings.HasPrefix(d.ID, "QG")})
	}
	slices.SortFunc(out, func(a, b rule) int { return strings.Compare(a.ID, b.ID) })
	encoder := json.NewEncoder(s.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}
