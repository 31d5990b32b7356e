package txenqueue

import (
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/internal/diag"
)

// dropped reports an enqueue behind a commit whose error nobody looks at: the row is there, and its job may not be.
func dropped(p *finding.Pass, site *effects.Site, list []transaction) bool {
	call, ok := site.Call.(*ssa.Call)
	if !ok || !site.Own || !flow.ReturnsError(&call.Call) {
		return false
	}
	if err := flow.ErrorOf(call); err != nil && len(*err.Referrers()) > 0 {
		return false
	}
	for _, t := range list {
		if flow.Dominates(t.begin, call) && committed(t, call) {
			p.AtCall(diag.Warning, call, "the error of %s behind the commit is not looked at: the rows are there, and if it fails their job is not", site.HasKind(effects.Publish).What)
			return true
		}
	}
	return false
}
