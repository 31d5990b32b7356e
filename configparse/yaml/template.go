package yaml

import (
	"bytes"
	"slices"

	"github.com/qlint-dev/qlint/internal/pattern"
)

var (
	// placeholder is a template's expression or statement.
	placeholder = pattern.New(`(?s)\{\{.*?\}\}|\{%.*?%\}`)
	opener      = pattern.New(`^(?:\{\{-?\s*(?:if|range|with|define|block)\b|\{%[-+]?\s*(?:if|for|block|macro|filter|with)\b)`)
	closer      = pattern.New(`^(?:\{\{-?\s*end\b|\{%[-+]?\s*end\w*)`)
)

// stretch is a part of a file that stands in a template's condition or loop.
type stretch struct{ start, end int }

// mask replaces templates by text of the same length that YAML can read: a template alone on its line becomes a comment, one within a value
// letters. It returns the stretches that stand in conditions.
func (f *File) mask(data []byte) ([]byte, []stretch) {
	found := placeholder.FindAllIndex(data, -1)
	if found == nil {
		return data, nil
	}
	f.Placeholders = true
	out := bytes.Clone(data)
	var conditional []stretch
	depth, from := 0, 0
	for _, at := range found {
		text := data[at[0]:at[1]]
		if alone(data, at[0], at[1]) {
			f.Template = true
			fill(out, data, at[0], at[1], ' ')
			out[at[0]] = '#'
			for i := at[0]; i < at[1]; i++ {
				// Every line of a statement becomes a comment of its own.
				if data[i] == '\n' && i+1 < at[1] && data[i+1] != '\n' && data[i+1] != '\r' {
					out[i+1] = '#'
				}
			}
			switch {
			case opener.Match(text):
				if depth == 0 {
					from = at[1]
				}
				depth++
			case closer.Match(text) && depth > 0:
				if depth--; depth == 0 {
					conditional = append(conditional, stretch{from, at[0]})
				}
			}
			continue
		}
		fill(out, data, at[0], at[1], 'x')
	}
	if depth > 0 {
		conditional = append(conditional, stretch{from, len(data)})
	}
	return out, conditional
}

// fill overwrites bytes but keeps line ends, so that lines stay lines.
func fill(out, data []byte, start, end int, with byte) {
	for i := start; i < end; i++ {
		if data[i] != '\n' && data[i] != '\r' {
			out[i] = with
		}
	}
}

// alone says that only blanks and other templates stand on the lines around a template.
func alone(data []byte, start, end int) bool {
	const longest = 4096 // no statement's line is longer
	if bytes.IndexByte(data[start:min(len(data), start+longest)], '\n') < 0 && start+longest < len(data) ||
		bytes.IndexByte(data[max(0, start-longest):start], '\n') < 0 && start > longest {
		return false
	}
	head := data[bytes.LastIndexByte(data[:start], '\n')+1 : start]
	tail := data[end:]
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		tail = tail[:i]
	}
	return len(bytes.TrimSpace(placeholder.ReplaceAll(head, nil))) == 0 && len(bytes.TrimSpace(placeholder.ReplaceAll(tail, nil))) == 0
}

// why says why a stretch of the file is not known as it is written, "" when it is.
func (p *parser) why(start, end int) string {
	i, _ := slices.BinarySearchFunc(p.conditional, start, func(s stretch, at int) int {
		if s.end > at {
			return 1
		}
		return -1
	})
	if i < len(p.conditional) && p.conditional[i].start <= start {
		return "it stands in a condition or loop of a template"
	}
	if p.file.Placeholders {
		if found := placeholder.Find(p.file.Source.Data[start:end]); found != nil {
			return "it holds the template " + string(found)
		}
	}
	return ""
}
