// Package ruledoc holds one rule's documentation: the single source of `qlint explain`, docs/rules, SARIF help and the index.
package ruledoc

import "github.com/qlint-dev/qlint/internal/diag"

// Doc is what a reader is told about one rule.
type Doc struct {
	// ID is QL or QG and three digits, never reused.
	ID string
	// Slug names the defect; for a Go pass it is the analyzer's name.
	Slug string
	// Severity is the rule's usual severity; a finding may be weaker or stronger, as Why says.
	Severity diag.Severity
	// Summary is one line, lower case, without a full stop.
	Summary string
	// Why says what happens in production and under which conditions the rule speaks or is silent. Markdown paragraphs.
	Why string
	// Fix says what to change. Markdown.
	Fix string
	// Bad is a small repository in txtar form that gives the finding, with `want` comments on the offending lines.
	Bad string
	// Good is the mended repository, in which the rule is silent.
	Good string
	// References are addresses of the documentation or source that the rule rests on.
	References []string
}
