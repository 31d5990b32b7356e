package systemd

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
)

// templates is what the parser knows of the language that a file is a template in: Jinja (Ansible), ERB, Blade, Go. None is run.
type templates struct {
	template bool
	depth    int
}

var (
	templateStatement = pattern.New(`^(?:\{%|\{#|<%[^=]|\{\{[-~]?\s*(?:#|/|if\b|range\b|with\b|else\b|end\b)|@(?:end)?(?:if|foreach|unless)\b|@else)`)
	templateOpens     = pattern.New(`^(?:\{%[-+]?\s*(?:if|for|block|macro|with|filter|call)\b|<%[-\s]*(?:if|unless|case|while|for)\b|<%.*\bdo\b|\{\{[-~]?\s*(?:#|if\b|range\b|with\b)|@(?:if|foreach|unless)\b)`)
	templateCloses    = pattern.New(`^(?:\{%[-+]?\s*end|<%[-\s]*(?:end\b|\})|\{\{[-~]?\s*(?:/|end\b)|@end)`)
	templateEndsLine  = pattern.New(`\{%[-+]?\s*end\w*\s*[-+]?%\}\s*$|<%\s*end\s*-?%>\s*$|\{\{[-~]?\s*(?:end\s*|/\w+\s*)[-~]?\}\}\s*$`)
	placeholders      = pattern.New(`\{\{.*?\}\}|\{%.*?%\}|<%.*?%>|\{!!.*?!!\}|<[A-Za-z][\w .-]*>|@[A-Z][A-Z0-9_]*@|__[A-Z][A-Z0-9_]*__|\$\([^)]*\)`)
)

// statement says whether a line is one of a template language.
func (t *templates) statement(text string) bool {
	if text == "" || strings.IndexByte("{<@", text[0]) < 0 || !templateStatement.MatchString(text) {
		return false
	}
	t.template = true
	switch {
	case templateCloses.MatchString(text):
		t.depth = max(t.depth-1, 0)
	case templateOpens.MatchString(text) && !templateEndsLine.MatchString(text):
		t.depth++
	}
	return true
}

// open says why what follows may not be in the finished file, "" outside of conditions and loops.
func (t *templates) open() string {
	if t.depth > 0 {
		return "it stands in a condition or loop of a template"
	}
	return ""
}

// placeholder says why a text is not known: it holds what something fills in before systemd reads it. "" for other texts.
func (t *templates) placeholder(text string) string {
	if !strings.ContainsAny(text, "{<@$_") {
		return ""
	}
	found := placeholders.FindString(text)
	if found == "" {
		return ""
	}
	t.template = true
	return "it holds the placeholder " + found
}
