package gocheck

import (
	"go/ast"
	"go/token"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/tools/go/packages"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// teller turns findings of the passes into diagnostics.
type teller struct {
	o     Options
	files map[string]*source.File
}

func newTeller(o Options) *teller {
	return &teller{o: o, files: map[string]*source.File{}}
}

func (t *teller) file(path string) *source.File {
	f, ok := t.files[path]
	if !ok {
		f = t.o.File(path)
		t.files[path] = f
	}
	return f
}

// diagnostic is a finding in the repository; nil for one outside of it.
func (t *teller) diagnostic(pkg *packages.Package, doc *ruledoc.Doc, f analyzers.Finding) *diag.Diagnostic {
	at, ok := t.span(pkg.Fset, f.Pos, f.End)
	if !ok {
		return nil
	}
	d := &diag.Diagnostic{
		Rule: doc.ID, Slug: doc.Slug, Severity: f.Severity, Message: f.Message, Fix: advice(doc.Fix),
		Place: diag.Place{Span: at}, Names: []string{pkg.PkgPath, function(pkg, f.Pos)},
	}
	if f.Likely {
		d.Confidence = diag.Likely
	}
	for _, r := range f.Related {
		if span, ok := t.span(pkg.Fset, r.Pos, r.End); ok {
			d.Related = append(d.Related, diag.Place{Span: span, Role: diag.RoleElsewhere, Label: r.Message})
		}
	}
	if len(f.Fixes) > 0 {
		for _, e := range f.Fixes[0].TextEdits {
			if span, ok := t.span(pkg.Fset, e.Pos, e.End); ok {
				d.Edits = append(d.Edits, diag.Edit{Span: span, Text: string(e.NewText)})
			}
		}
	}
	return d
}

// advice is a documentation's advice in the form of a finding's: without capital and full stop.
func advice(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToLower(first)) + strings.TrimSuffix(text[size:], ".")
}

// span places what stands from pos to end. Line comments of generators (//line) are not followed: they name files that may not be there.
func (t *teller) span(fset *token.FileSet, pos, end token.Pos) (source.Span, bool) {
	tf := fset.File(pos)
	if tf == nil {
		return source.Span{}, false
	}
	f := t.file(tf.Name())
	if f == nil {
		return source.Span{}, false
	}
	start := tf.Offset(pos)
	stop := start
	if end.IsValid() && fset.File(end) == tf {
		stop = tf.Offset(end)
	}
	return f.Span(start, stop), true
}

// function names the function or method that a place lies in, as "handler.ProcessTask"; "" outside of all.
func function(pkg *packages.Package, pos token.Pos) string {
	for _, f := range pkg.Syntax {
		if pos < f.FileStart || pos >= f.FileEnd {
			continue
		}
		for _, decl := range f.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || pos < fn.Pos() || pos >= fn.End() {
				continue
			}
			if fn.Recv != nil && len(fn.Recv.List) > 0 {
				return receiver(fn.Recv.List[0].Type) + "." + fn.Name.Name
			}
			return fn.Name.Name
		}
	}
	return ""
}

// receiver is the name of a receiver's type, without pointer and type parameters.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.ParenExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
