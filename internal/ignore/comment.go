package ignore

import (
	"bytes"
	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

// comment is a comment that holds a directive: the bytes of the comment, and of the directive in it.
type comment struct{ start, end, at, to int }

// commentsOf finds the comments of a file's own kind that hold a directive, in their order.
func commentsOf(f *source.File) []comment {
	isGo := path.Ext(f.Path) == ".go"
	if !bytes.Contains(f.Data, []byte(Mark)) && !(isGo && bytes.Contains(f.Data, []byte("nolint:"))) {
		return nil
	}
	switch {
	case isGo:
		return goComments(f)
	case path.Ext(f.Path) == ".php":
		return phpComments(f)
	}
	return lineComments(f)
}

func phpComments(f *source.File) []comment {
	var out []comment
	for _, c := range php.Parse(f.Data).Comments {
		out = append(out, within(f, int(c.Pos), int(c.End))...)
	}
	return out
}

func goComments(f *source.File) []comment {
	var out []comment
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(f.Data))
	s.Init(file, f.Data, func(token.Position, string) {}, scanner.ScanComments)
	for {
		pos, tok, text := s.Scan()
		switch tok {
		case token.EOF:
			return out
		case token.COMMENT:
			start := file.Offset(pos)
			out = append(out, within(f, start, start+len(text))...)
		}
	}
}

// within finds the directives of one comment: each stands at the start of a line, behind the signs of the comment.
func within(f *source.File, start, end int) []comment {
	var out []comment
	for at := start; at < end; {
		stop := end
		if i := bytes.IndexByte(f.Data[at:end], '\n'); i >= 0 {
			stop = at + i
		}
		line := string(f.Data[at:stop])
		text := strings.TrimLeft(line, "/*#! \t")
		from := at + len(line) - len(text)
		text = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, " \t\r"), "*/"), " \t")
		switch {
		case strings.HasPrefix(text, Mark):
			out = append(out, comment{start, end, from, from + len(text)})
		case isNolint(text) && path.Ext(f.Path) == ".go":
			out = append(out, comment{start, end, from, from + len("nolint:")})
		}
		at = stop + 1
	}
	return out
}

// isNolint says that a comment of golangci-lint names qlint.
func isNolint(text string) bool {
	list, ok := strings.CutPrefix(text, "nolint:")
	list, _, _ = strings.Cut(list, " ")
	return ok && slices.Contains(strings.Split(list, ","), "qlint")
}

// signs are those that start a comment, by a file's kind.
func signs(p string) []string {
	base := path.Base(p)
	switch path.Ext(base) {
	case ".json", ".lock":
		return nil
	case ".sql":
		return []string{"--", "#"}
	case ".js", ".mjs", ".cjs", ".ts", ".jsonc", ".json5", ".java", ".kt", ".rs", ".proto":
		return []string{"//", "/*", "*"}
	case ".xml", ".html", ".md", ".vue":
		return []string{"<!--"}
	case ".tf", ".hcl", ".nomad":
		return []string{"#", "//"}
	}
	// Shell scripts write configurations of Supervisor, whose comments start with a semicolon.
	return []string{"#", ";"}
}

// lineComments finds directives in files whose comments are read line by line: the directive follows the sign of a comment, which starts
// the line or follows a blank.
func lineComments(f *source.File) []comment {
	opening := signs(f.Path)
	var out []comment
	for at := 0; ; {
		i := bytes.Index(f.Data[at:], []byte(Mark))
		if i < 0 {
			return out
		}
		at += i
		start := f.LineOffset(f.Position(at, source.Bytes).Line)
		end := at + len(f.Data[at:])
		if i := bytes.IndexByte(f.Data[at:], '\n'); i >= 0 {
			end = at + i
		}
		before := strings.TrimRight(string(f.Data[start:at]), " \t")
		for _, sign := range opening {
			left, ok := strings.CutSuffix(before, sign)
			if !ok || left != "" && !strings.ContainsAny(left[len(left)-1:], " \t") {
				continue
			}
			text := strings.TrimRight(string(f.Data[at:end]), " \t\r")
			text = strings.TrimSuffix(strings.TrimSuffix(text, "-->"), "*/")
			out = append(out, comment{start + len(left), end, at, at + len(strings.TrimRight(text, " \t"))})
			break
		}
		at = end
	}
}
