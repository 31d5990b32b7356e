package servicedir

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// ExeclineWords are the words of an execline script from the last program that takes the process over: every program before it replaces
// itself by the words behind its own. Blocks in braces are left out.
func ExeclineWords(run *source.File) []queue.Word {
	words := execline(run)
	for i, w := range words {
		if base := path.Base(w.Text); strings.HasPrefix(base, "php") || base == "artisan" {
			return words[i:]
		}
	}
	return words
}

// execline splits a script into words: comments, quotes, and blocks in braces.
func execline(run *source.File) []queue.Word {
	var out []queue.Word
	data := run.Data
	depth := 0
	for at := 0; at < len(data); {
		switch c := data[at]; {
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case c == '#':
			for at < len(data) && data[at] != '\n' {
				at++
			}
		default:
			start := at
			text, why, end := word(data, at)
			at = end
			switch {
			case text == "{":
				depth++
			case text == "}":
				depth = max(depth-1, 0)
			case depth == 0:
				out = append(out, queue.Word{Text: text, Why: why, Span: run.Span(start, at)})
			}
		}
	}
	return out
}

// word reads one word. `${X}` is filled in by execline.
func word(data []byte, at int) (text, why string, end int) {
	var b strings.Builder
	quoted := false
	for ; at < len(data); at++ {
		c := data[at]
		switch {
		case c == '\\' && at+1 < len(data):
			at++
			b.WriteByte(data[at])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == ' ' || c == '\t' || c == '\n' || c == '\r'):
			return b.String(), why, at
		default:
			if c == '$' && at+1 < len(data) && data[at+1] == '{' {
				why = "execline fills in a variable"
			}
			b.WriteByte(c)
		}
	}
	return b.String(), why, at
}
