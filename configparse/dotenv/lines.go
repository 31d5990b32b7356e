package dotenv

import (
	"sort"
	"strings"
)

// logicalLine is the text of one entry: one line of the file, or several that a double quote holds together, joined by "\n"
// whatever the file's line ending is.
type logicalLine struct {
	text   string
	pieces []piece
	lines  []string // while a quote is open
}

// piece says that the text from offset at on was read from the file's offset from on.
type piece struct{ at, from int }

// offset is the place in the file of the text's byte i.
func (l logicalLine) offset(i int) int {
	n := sort.Search(len(l.pieces), func(k int) bool { return l.pieces[k].at > i }) - 1
	return l.pieces[n].from + i - l.pieces[n].at
}

// logicalLines splits the file as phpdotenv does (Parser/Lines.php). It looks for `="` before it looks for comments, so that a
// commented-out value with one quote swallows what follows; and what is never closed is lost.
func (f *File) logicalLines(data []byte, start int) []logicalLine {
	var out []logicalLine
	var open logicalLine
	multiline := false
	var end int
	for at := start; at <= len(data); at = end {
		var text string
		text, end = cutLine(data, at)
		line := logicalLine{text: text, pieces: []piece{{0, at}}}
		startsHere := !multiline && strings.Contains(text, `="`) && !closesQuote(text, true)
		if startsHere {
			multiline, open = true, logicalLine{}
		}
		if multiline {
			open.add(text, at, startsHere)
			if !closesQuote(text, startsHere) {
				continue
			}
			multiline = false
			line = open.join()
		}
		if trimmed := strings.Trim(line.text, blank); trimmed != "" && trimmed[0] != '#' {
			out = append(out, line)
		}
	}
	if multiline {
		f.Lost = f.Source.Span(open.pieces[0].from, len(data))
	}
	return out
}

// add appends a line; the text is only joined when the quote is closed, so that a long value costs no square of its length.
func (l *logicalLine) add(text string, from int, first bool) {
	at := 0
	if !first {
		last := len(l.pieces) - 1
		at = l.pieces[last].at + len(l.lines[last]) + 1
	}
	l.pieces = append(l.pieces, piece{at, from})
	l.lines = append(l.lines, text)
}

func (l *logicalLine) join() logicalLine {
	return logicalLine{text: strings.Join(l.lines, "\n"), pieces: l.pieces}
}

// blank is what PHP's trim() takes off by phpdotenv's list.
const blank = " \n\r\t\x00\x0b"

// cutLine returns the line at an offset and the offset behind its ending (\r\n, \n or \r); behind the last line that is beyond
// the data.
func cutLine(data []byte, at int) (line string, next int) {
	for i := at; i < len(data); i++ {
		switch {
		case data[i] == '\n':
			return string(data[at:i]), i + 1
		case data[i] == '\r' && i+1 < len(data) && data[i+1] == '\n':
			return string(data[at:i]), i + 2
		case data[i] == '\r':
			return string(data[at:i]), i + 1
		}
	}
	return string(data[at:]), len(data) + 1
}

// closesQuote says whether phpdotenv takes a line for the end of a quoted value: a lone quote, or a quote with something but a
// backslash before it, of which the line that opens the value needs two.
func closesQuote(line string, opensHere bool) bool {
	if line == `"` {
		return true
	}
	line = strings.ReplaceAll(line, `\\`, "")
	count := 0
	for i := 1; i < len(line); i++ {
		if line[i] == '"' && line[i-1] != '\\' {
			count++
		}
	}
	if opensHere {
		return count > 1
	}
	return count >= 1
}
