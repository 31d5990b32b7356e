package cli

import (
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/rules"
)

func makeExplain(*flag.FlagSet) runner {
	return func(names []string, s Streams) error {
		if len(names) != 1 {
			return usage("explain takes one rule, by id or slug")
		}
		for _, d := range docs() {
			if strings.EqualFold(d.ID, names[0]) || strings.EqualFold(d.Slug, names[0]) {
				return ruledoc.WriteText(s.Out, d)
			}
		}
		return noSuchRule(names[0])
	}
}

func makeRules(set *flag.FlagSet) runner {
	format := set.String("format", "text", "`FORMAT`: text, json, markdown")
	return func(args []string, s Streams) error {
		if len(args) > 0 {
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
	encoder := json.NewEncoder(s.Out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(out)
}

// docs are the documentations of all rules, by id.
func docs() []*ruledoc.Doc {
	var out []*ruledoc.Doc
	for _, r := range rules.All() {
		out = append(out, &r.Doc)
	}
	for _, r := range analyzers.All() {
		out = append(out, &r.Doc)
	}
	slices.SortFunc(out, func(a, b *ruledoc.Doc) int { return strings.Compare(a.ID, b.ID) })
	return out
}
