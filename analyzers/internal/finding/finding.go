// Package finding makes analyzers from rules: it carries a rule's documentation, its flags, and its findings with their severity.
package finding

import (
	"flag"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/jobs"
	"github.com/qlint-dev/qlint/analyzers/internal/lazyssa"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Finding is one thing found.
type Finding struct {
	Severity diag.Severity
	// Likely tells a finding that hangs on something outside the Go code, such as a schema that was not found.
	Likely   bool
	Pos, End token.Pos
	Message  string
	Related  []analysis.RelatedInformation
	Fixes    []analysis.SuggestedFix
}

// Result is what an analyzer gives: all its findings, infos included, for a driver that shows severities.
type Result struct {
	Findings []Finding
}

// Pass is one analyzer's run over one package.
type Pass struct {
	*analysis.Pass
	Source  *lazyssa.Source
	Jobs    *jobs.Result
	Effects *effects.Result
	// Program is nil where only the package and its imports are seen.
	Program *effects.Program

	doc     ruledoc.Doc
	options *options
	result  *Result
	files   map[*token.File]*file
}

// options are the flags of one analyzer.
type options struct{ info, tests, generated, nolint bool }

// file is what is known of one source file.
type file struct {
	skip    bool
	ignored map[int]bool
}

// New makes an analyzer from a rule. Facts are those that run exports, Flags further flags of the rule.
func New(doc ruledoc.Doc, program *effects.Program, run func(*Pass), facts ...analysis.Fact) *analysis.Analyzer {
	o := &options{}
	a := &analysis.Analyzer{
		Name:             doc.Slug,
		Doc:              doc.Slug + ": " + doc.Summary + "\n\n" + doc.Why + "\n\nFix: " + doc.Fix,
		URL:              "https://github.com/qlint-dev/qlint/blob/main/docs/rules/" + doc.ID + ".md",
		Requires:         []*analysis.Analyzer{lazyssa.Analyzer, jobs.Analyzer, program.Analyzer()},
		FactTypes:        facts,
		ResultType:       reflect.TypeFor[*Result](),
		RunDespiteErrors: true,
	}
	a.Flags.Init(doc.Slug, flag.ContinueOnError)
	a.Flags.BoolVar(&o.info, "info", false, "report findings of severity info too")
	a.Flags.BoolVar(&o.tests, "tests", false, "report in test files too")
	a.Flags.BoolVar(&o.generated, "generated", false, "report in generated files too")
	a.Flags.BoolVar(&o.nolint, "nolint", true, "leave out what a comment nolint:qlint names")
	a.Run = lazyssa.Guarded(func(pass *analysis.Pass) (any, error) {
		p := &Pass{
			Pass:    pass,
			Source:  pass.ResultOf[lazyssa.Analyzer].(*lazyssa.Source),
			Jobs:    pass.ResultOf[jobs.Analyzer].(*jobs.Result),
			Effects: pass.ResultOf[program.Analyzer()].(*effects.Result),
			Program: program,
			doc:     doc,
			options: o,
			result:  &Result{},
		}
		if p.Source.Useful() {
			run(p)
		}
		return p.result, nil
	})
	return a
}

// Add reports a finding, unless its place lies in a test or generated file, or a comment there says to ignore it. A driver that sees the
// whole program judges the comments itself, so that it can tell which of them are of no use.
func (p *Pass) Add(f Finding) {
	info := p.file(f.Pos)
	if info == nil || info.skip || p.Program == nil && info.ignored[p.Fset.Position(f.Pos).Line] {
		return
	}
	p.result.Findings = append(p.result.Findings, f)
	if f.Severity < diag.Warning && !p.options.info {
		return
	}
	p.Report(f.Diagnostic(p.doc.ID))
}

// Diagnostic is a finding in the form that every driver prints. Some print neither analyzer nor category, so that the id ends the message.
func (f Finding) Diagnostic(id string) analysis.Diagnostic {
	return analysis.Diagnostic{
		Pos: f.Pos, End: f.End, Category: id, Message: f.Message + " (" + id + ")", Related: f.Related, SuggestedFixes: f.Fixes,
	}
}

// At reports at a syntax node.
func (p *Pass) At(severity diag.Severity, n ast.Node, format string, args ...any) {
	p.Add(Finding{Severity: severity, Pos: n.Pos(), End: n.End(), Message: fmt.Sprintf(format, args...)})
}

// AtCall reports at a call's expression.
func (p *Pass) AtCall(severity diag.Severity, i ssa.Instruction, format string, args ...any) {
	pos, end := p.Span(i)
	p.Add(Finding{Severity: severity, Pos: pos, End: end, Message: fmt.Sprintf(format, args...)})
}

// Where gives a place as file:line for a message.
func (p *Pass) Where(pos token.Pos) string {
	at := p.Fset.Position(pos)
	return fmt.Sprintf("%s:%d", at.Filename[strings.LastIndexByte(at.Filename, '/')+1:], at.Line)
}

// Line gives the line of a place.
func (p *Pass) Line(pos token.Pos) int { return p.Fset.Position(pos).Line }

// Span gives the method or function name and arguments of a call, or of what else an instruction was made from. The name is where a reader
// looks for a call at the end of a chain.
func (p *Pass) Span(i ssa.Instruction) (pos, end token.Pos) {
	at := i.Pos()
	f := p.astFile(at)
	if f == nil {
		return at, at
	}
	pos, end = at, at
	ast.Inspect(f, func(n ast.Node) bool {
		if n == nil || n.Pos() > at || n.End() <= at {
			return false
		}
		switch n := n.(type) {
		case *ast.CallExpr:
			if n.Lparen == at {
				pos, end = n.Pos(), n.End()
				if s, ok := n.Fun.(*ast.SelectorExpr); ok && p.Line(n.Pos()) != p.Line(s.Sel.Pos()) {
					pos = s.Sel.Pos()
				}
			}
		case *ast.GoStmt, *ast.DeferStmt, *ast.RangeStmt:
			if n.Pos() == at {
				pos, end = n.Pos(), n.Pos()+token.Pos(len("defer"))
				if _, ok := n.(*ast.GoStmt); ok {
					end = n.End()
				}
			}
		}
		return true
	})
	return pos, end
}

func (p *Pass) astFile(pos token.Pos) *ast.File {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

func (p *Pass) file(pos token.Pos) *file {
	tf := p.Fset.File(pos)
	if tf == nil {
		return nil
	}
	if f, ok := p.files[tf]; ok {
		return f
	}
	syntax := p.astFile(pos)
	if syntax == nil {
		return nil
	}
	f := &file{ignored: ignoredLines(p.Fset, syntax, p.doc, p.options.nolint)}
	f.skip = strings.HasSuffix(tf.Name(), "_test.go") && !p.options.tests || ast.IsGenerated(syntax) && !p.options.generated
	if p.files == nil {
		p.files = map[*token.File]*file{}
	}
	p.files[tf] = f
	return f
}
