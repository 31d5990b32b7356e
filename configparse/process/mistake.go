package process

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
)

// UnknownKeys are keys that Supervisor does not read in their section and that are close to one that it does. Sections of plugins, files
// that a template fills in, and keys that start with `x-` are passed over.
func (c *Config) UnknownKeys() []queue.UnknownKey {
	if c.Template {
		return nil
	}
	var out []queue.UnknownKey
	for _, m := range c.Syntax.Sections {
		keys := supervisor.Keys(m.Name)
		if keys == nil || strings.HasPrefix(m.Name, "eventlistener:") {
			continue
		}
		for _, o := range m.Options() {
			if slices.Contains(keys, o.Key) || strings.HasPrefix(o.Key, "x-") || o.Conditional != "" {
				continue
			}
			if near := nearKey(keys, o.Key); near != "" {
				out = append(out, queue.UnknownKey{Section: m.Name, Key: o.Key, Near: near, Set: c.Syntax.Get(m, near) != nil, Span: o.KeySpan})
			}
		}
	}
	return out
}

// nearKey is the key that another was meant to be: it differs in dashes and underscores alone, or by one letter, and a long name by two.
func nearKey(keys []string, key string) string {
	const least, long = 5, 8 // shorter names are near each other by chance
	bare := func(s string) string { return strings.NewReplacer("_", "", "-", "").Replace(s) }
	best, distance := "", 2
	if len(key) >= long {
		distance = 3
	}
	for _, k := range keys {
		if bare(k) == bare(key) {
			return k
		}
		if d := queue.Distance(k, key); len(key) >= least && d < distance {
			best, distance = k, d
		}
	}
	return best
}

// CutValues are commands and environments that an inline comment ends within quotes: Supervisor cuts the line there before it looks at
// quotes (options.py, inline_comment_prefixes).
func (c *Config) CutValues() []queue.CutValue {
	if c.Template {
		return nil
	}
	var out []queue.CutValue
	for _, m := range c.Syntax.Sections {
		for _, key := range []string{"command", "environment"} {
			o := c.Syntax.Get(m, key)
			if o == nil || len(o.Comments) == 0 || !openQuote(o.Value.String) {
				continue
			}
			out = append(out, queue.CutValue{Section: m.Name, Key: key, Kept: o.Value.String, Span: o.Comments[0]})
		}
	}
	return out
}

// openQuote says that a text ends within quotes.
func openQuote(s string) bool {
	var quote byte
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case c == quote && quote != 0:
			quote = 0
		case c == '\\' && quote != '\'':
			i++
		}
	}
	return quote != 0
}

// noteTruncated remembers a variable of which Supervisor keeps the first token only: it takes tokens four at a time and never looks at the
// fourth, which should be a comma.
func (l *loader) noteTruncated(s setting, tokens []shlex.Word, i int) {
	if i+3 >= len(tokens) || tokens[i+3].Text == "," || s.why != "" || l.silent {
		return
	}
	span := s.text.Span(tokens[i+2].Start, tokens[i+3].End)
	seen := func(v queue.TruncatedVariable) bool { return v.Span == span }
	if slices.ContainsFunc(l.out.Truncated, seen) || len(l.out.Truncated) >= maxRefusals {
		return
	}
	l.out.Truncated = append(l.out.Truncated, queue.TruncatedVariable{
		Section: s.section.Name, Name: tokens[i].Text, Kept: strings.Trim(tokens[i+2].Text, `'"`),
		Written: strings.Join(strings.Fields(s.text.String[tokens[i+2].Start:tokens[i+3].End]), " "), Span: span,
	})
}

// Unmatched says that a pattern lies within the repository and that no file of it matches.
func (i Include) Unmatched() bool { return i.Why == noMatch }
