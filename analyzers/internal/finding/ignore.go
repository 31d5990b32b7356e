package finding

import (
	"go/ast"
	"go/token"
	"path"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// ignoredLines gives the lines on which comments silence a rule: qlint:ignore RULES reason, nolint:qlint if that counts, and qlint:ignore-file
// in the first ten lines. A comment alone on its line counts for the next one.
func ignoredLines(fset *token.FileSet, f *ast.File, doc ruledoc.Doc, withNolint bool) map[int]bool {
	var out map[int]bool
	code := codeLines(fset, f)
	mark := func(line int) {
		if out == nil {
			out = map[int]bool{}
		}
		out[line] = true
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			text := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
			line := fset.Position(c.Pos()).Line
			switch {
			case strings.HasPrefix(text, "qlint:ignore-file ") && line <= 10 && names(strings.TrimPrefix(text, "qlint:ignore-file "), doc):
				for l := range fset.File(f.Pos()).LineCount() {
					mark(l + 1)
				}
			case strings.HasPrefix(text, "qlint:ignore ") && names(strings.TrimPrefix(text, "qlint:ignore "), doc), withNolint && nolint(text):
				mark(line)
				if !code[line] {
					next := fset.Position(group.End()).Line + 1
					mark(next)
				}
			}
		}
	}
	return out
}

// names tells that a list of rules, with the reason that has to follow, holds a rule by id, slug or glob.
func names(rest string, doc ruledoc.Doc) bool {
	list, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	if until, ok := strings.CutPrefix(strings.TrimSpace(reason), "until="); ok {
		until, reason, _ = strings.Cut(until, " ")
		if end, err := time.Parse(time.DateOnly, until); err != nil || time.Now().After(end.AddDate(0, 0, 1)) {
			return false
		}
	}
	if strings.TrimSpace(reason) == "" {
		return false
	}
	for r := range strings.SplitSeq(list, ",") {
		for _, name := range []string{doc.ID, doc.Slug} {
			if ok, err := path.Match(r, name); err == nil && ok {
				return true
			}
		}
	}
	return false
}

// nolint tells golangci-lint's comment when it names qlint.
func nolint(text string) bool {
	list, ok := strings.CutPrefix(text, "nolint:")
	if !ok {
		return false
	}
	list, _, _ = strings.Cut(list, " ")
	for name := range strings.SplitSeq(list, ",") {
		if name == "qlint" {
			return true
		}
	}
	return false
}

// codeLines gives the lines that hold the start or end of a statement or declaration.
func codeLines(fset *token.FileSet, f *ast.File) map[int]bool {
	out := map[int]bool{}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup, *ast.File:
		default:
			out[fset.Position(n.Pos()).Line] = true
			out[fset.Position(n.End()).Line] = true
		}
		return true
	})
	return out
}
