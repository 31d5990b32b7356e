// Package analyzers lists the Go passes. Each is an ordinary analysis.Analyzer that sees a package and the facts of its imports; made with a Resolver
// it sees what stands behind interfaces too.
package analyzers

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/qlint-dev/qlint/analyzers/ackleak"
	"github.com/qlint-dev/qlint/analyzers/ackorder"
	"github.com/qlint-dev/qlint/analyzers/asynqtimeout"
	"github.com/qlint-dev/qlint/analyzers/checkinsert"
	"github.com/qlint-dev/qlint/analyzers/ctxignored"
	"github.com/qlint-dev/qlint/analyzers/dedupefirst"
	"github.com/qlint-dev/qlint/analyzers/errdrop"
	"github.com/qlint-dev/qlint/analyzers/freshkey"
	"github.com/qlint-dev/qlint/analyzers/goreturn"
	"github.com/qlint-dev/qlint/analyzers/idafternothing"
	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/analyzers/internal/schema"
	"github.com/qlint-dev/qlint/analyzers/leaserel"
	"github.com/qlint-dev/qlint/analyzers/locknotx"
	"github.com/qlint-dev/qlint/analyzers/overridemiss"
	"github.com/qlint-dev/qlint/analyzers/partialbatch"
	"github.com/qlint-dev/qlint/analyzers/paykey"
	"github.com/qlint-dev/qlint/analyzers/relupdate"
	"github.com/qlint-dev/qlint/analyzers/retrynojitter"
	"github.com/qlint-dev/qlint/analyzers/retryunbounded"
	"github.com/qlint-dev/qlint/analyzers/sendbeforeclaim"
	"github.com/qlint-dev/qlint/analyzers/statusgate"
	"github.com/qlint-dev/qlint/analyzers/txenqueue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Resolver knows a whole program: what stands behind its interfaces, and which functions handlers reach.
type Resolver = *effects.Program

// Findings is the result of every analyzer, by type assertion of checker.Action.Result: all findings with their severity, infos included.
type Findings = *finding.Result

// Finding is one of them.
type Finding = finding.Finding

// NewResolver works out the effects of a whole program. The packages, and those of their imports that import a library, have to be loaded with
// syntax and types.
func NewResolver(pkgs []*packages.Package) (Resolver, error) { return effects.NewProgram(pkgs) }

// Inputs lists the files beside Go code that the passes read for a package in a folder: a driver that caches has to take them into its key.
func Inputs(dir string) []string { return schema.Files(dir) }

// IsLibrary tells the import path of a library that the passes know. They find nothing in packages that import none, themselves or through others,
// and nothing in the library itself: a driver for whole programs can leave them out.
func IsLibrary(path string) bool {
	id, _ := library.Of(path)
	return id != ""
}

// Rule is one pass with its documentation.
type Rule struct {
	Doc ruledoc.Doc
	// New makes the pass for a whole program; with a nil Resolver it sees single packages.
	New func(Resolver) *analysis.Analyzer
	// Analyzer is the pass for single packages.
	Analyzer *analysis.Analyzer
}

// All lists the passes by id. The slice is the caller's own.
func All() []Rule {
	return []Rule{
		{asynqtimeout.Doc, asynqtimeout.New, asynqtimeout.Analyzer},
		{leaserel.Doc, leaserel.New, leaserel.Analyzer},
		{ctxignored.Doc, ctxignored.New, ctxignored.Analyzer},
		{retryunbounded.Doc, retryunbounded.New, retryunbounded.Analyzer},
		{retrynojitter.Doc, retrynojitter.New, retrynojitter.Analyzer},
		{errdrop.Doc, errdrop.New, errdrop.Analyzer},
		{overridemiss.Doc, overridemiss.New, overridemiss.Analyzer},
		{ackorder.Doc, ackorder.New, ackorder.Analyzer},
		{ackleak.Doc, ackleak.New, ackleak.Analyzer},
		{goreturn.Doc, goreturn.New, goreturn.Analyzer},
		{partialbatch.Doc, partialbatch.New, partialbatch.Analyzer},
		{locknotx.Doc, locknotx.New, locknotx.Analyzer},
		{txenqueue.Doc, txenqueue.New, txenqueue.Analyzer},
		{checkinsert.Doc, checkinsert.New, checkinsert.Analyzer},
		{relupdate.Doc, relupdate.New, relupdate.Analyzer},
		{paykey.Doc, paykey.New, paykey.Analyzer},
		{freshkey.Doc, freshkey.New, freshkey.Analyzer},
		{statusgate.Doc, statusgate.New, statusgate.Analyzer},
		{dedupefirst.Doc, dedupefirst.New, dedupefirst.Analyzer},
		{sendbeforeclaim.Doc, sendbeforeclaim.New, sendbeforeclaim.Analyzer},
		{idafternothing.Doc, idafternothing.New, idafternothing.Analyzer},
	}
}
