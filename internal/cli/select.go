package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/settings"
	"github.com/qlint-dev/qlint/rules"
)

// selectRules keeps the rules that the command line and the settings want: those that --rule names, without what --disable names. What the
// settings switch off runs where --rule names it.
func selectRules(f ruleFlags, s *settings.Settings) ([]*rules.Rule, []analyzers.Rule, error) {
	wanted, err := patterns("--rule", f.only)
	if err != nil {
		return nil, nil, err
	}
	unwanted, err := patterns("--disable", f.disable)
	if err != nil {
		return nil, nil, err
	}
	out := func(d *ruledoc.Doc) bool {
		if level, _ := s.Level(d); level.Off && len(wanted) == 0 {
			return true
		}
		return len(wanted) > 0 && !matches(wanted, d) || matches(unwanted, d)
	}
	return slices.DeleteFunc(rules.All(), func(r *rules.Rule) bool { return out(&r.Doc) }),
		slices.DeleteFunc(analyzers.All(), func(r analyzers.Rule) bool { return out(&r.Doc) }), nil
}

// patterns splits comma lists and makes sure that each pattern matches a rule.
func patterns(name string, given list) ([]string, error) {
	var out []string
	for _, part := range strings.Split(strings.Join(given, ","), ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		if !slices.ContainsFunc(docs(), func(d *ruledoc.Doc) bool { return matches([]string{part}, d) }) {
			return nil, fmt.Errorf("%s %w", name, noSuchRule(part))
		}
		out = append(out, part)
	}
	return out, nil
}

func matches(patterns []string, d *ruledoc.Doc) bool {
	return slices.ContainsFunc(patterns, d.Matches)
}

// noSuchRule is the error for a wrong rule, with the one that it was meant to be.
func noSuchRule(name string) error {
	var all []string
	for _, d := range docs() {
		all = append(all, d.ID, d.Slug)
	}
	if near := nearest(name, all); near != "" {
		return usage("%s: no such rule; did you mean %s?", name, near)
	}
	return usage("%s: no such rule; `qlint rules` lists all", name)
}

// nearest is the name that is a typing error or two away, "" for none.
func nearest(name string, all []string) string {
	best, distance := "", max(3, len(name)/4+1)
	for _, candidate := range all {
		if d := queue.Distance(strings.ToLower(name), strings.ToLower(candidate)); d < distance && d < len(name) {
			best, distance = candidate, d
		}
	}
	return best
}
