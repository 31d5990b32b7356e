package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var staleBaseline = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL005", Slug: "stale-baseline", Severity: diag.Info,
		Summary: "an entry of the baseline matches nothing any more",
		Why: `The finding that was accepted is gone. Its entry would accept it again when it comes back.

Only entries of rules that ran count.`,
		Fix: "Write the baseline anew with `qlint baseline`, and commit it.",
		Bad: queueConfig("330") + `-- .qlint-baseline.json --
{"version": 1, "findings": [
  {"rule": "QL101", "names": ["App\\Jobs\\Import", "redis"], "fingerprint": "5d41402abc4b2a76b971", "note": "accepted in May // want QL005"}
]}
`,
		Good: queueConfig("330") + `-- .qlint-baseline.json --
{"version": 1, "findings": []}
`,
	},
	Check: aboutQlint,
}
