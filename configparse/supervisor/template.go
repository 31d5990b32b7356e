package supervisor

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
)

// templateState is what the reader knows of the template language that a file is written in. Repositories hold configurations for
// Jinja (Ansible), ERB, Go, Handlebars and Blade; qlint runs none of them.
type templateState struct {
	template bool
	depth    int    // of conditions and loops that are open
	closing  string // ends a statement that goes on over several lines, "" when none is open
}

// open says why what follows may not be in the finished file, "" outside conditions and loops.
func (t *templateState) open() string {
	if t.depth > 0 {
		return "it stands in a condition or loop of a template"
	}
	return ""
}

var (
	// statementLine is a line that starts with something only a template language reads.
	statementLine = pattern.New(`^(\{%|\{#|\{\{|<%` +
		`|@(?:(?:end)?(?:if|foreach|for|unless|isset|env|php)|elseif|else|include)\b)`)
	// outputKey is a line whose key is computed: `{{ key }} = value`.
	outputKey = pattern.New(`^(?:\{\{.*?\}\}|<%=.*?%>)\s*[\w.-]*\s*[=:]`)

	opener = pattern.New(`^(?:\{%[-+]?\s*(?:if|for|block|macro|call|filter|with|unless|case)\b` +
		`|\{\{[-~]?\s*(?:if|range|with|define|block|#\w+|\^\w+)\b` +
		`|<%[-\s]*(?:(?:if|unless|case|while|for)\b|.*\bdo\b)` +
		`|@(?:if|foreach|for|unless|isset|env|php)\b)`)
	closer = pattern.New(`^(?:\{%[-+]?\s*end\w*|\{\{[-~]?\s*(?:end\b|/)|<%[-\s]*(?:end\b|\})|@end\w+)`)

	placeholder = pattern.New(`(?s)\{\{.*?(?:\}\}|\z)|\{%.*?(?:%\}|\z)|<%.*?(?:%>|\z)|\$\{.*?(?:\}|\z)`)
	expansion   = pattern.New("(?s)\\$(?:\\w+|\\{.*?(?:\\}|\\z)|\\(.*?(?:\\)|\\z)|[@*#?$!-])|`.*?(?:`|\\z)|\\\\(?:[$`\\\\\n]|\\z)")
)

var closings = map[string]string{"{%": "%}", "{#": "#}", "{{": "}}", "<%": "%>"}

// statement says whether a line is a template's own and not Supervisor's. A line that only writes a value of unknown text counts:
// it may bring any key.
func (r *reader) statement(l line) bool {
	text, _ := strip(l.text)
	if r.closing != "" {
		if strings.Contains(text, r.closing) {
			r.closing = ""
		}
		return true
	}
	start := statementLine.FindString(text)
	if start == "" || outputKey.MatchString(text) {
		return false
	}
	r.template = true
	if end := closings[start]; end != "" && !strings.Contains(text, end) {
		r.closing = end
	}
	opens, closes := opener.MatchString(text), closer.MatchString(text)
	switch {
	case opens && !closesItself(text):
		r.depth++
	case closes && r.depth > 0:
		r.depth--
	}
	if r.section != nil && start != "{#" && r.section.Open == "" {
		r.section.Open = "a template's statement stands in the section"
	}
	return true
}

// closesItself says whether a line opens and ends its condition: `{% if a %}x=1{% endif %}`.
func closesItself(text string) bool {
	return strings.Contains(text, "{% end") || strings.Contains(text, "{%- end") || strings.Contains(text, "{{ end") ||
		strings.Contains(text, "{{end") || strings.Contains(text, "{{- end") || strings.Contains(text, "<% end")
}

// markGaps marks what a template language or a shell fills in before Supervisor reads the text.
func (r *reader) markGaps(t Text) Text {
	if !strings.ContainsAny(t.String, "{<$`\\") {
		return t
	}
	var gaps []Gap
	for _, m := range placeholder.FindAllStringIndex(t.String, -1) {
		r.template = r.template || t.String[m[0]] != '$'
		gaps = append(gaps, Gap{m[0], m[1], "it holds the placeholder " + firstLine(t.String[m[0]:m[1]])})
	}
	if r.shell {
		for _, m := range expansion.FindAllStringIndex(t.String, -1) {
			gaps = append(gaps, Gap{m[0], m[1], "the shell that writes the file expands " + firstLine(t.String[m[0]:m[1]])})
		}
	}
	return t.WithGaps(gaps...)
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
