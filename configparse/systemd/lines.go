package systemd

// line is a line of a file without its end.
type line struct {
	start, end int
}

// maxLine is the longest line that systemd reads (LONG_LINE_MAX).
const maxLine = 1 << 20

// split takes a file apart at its line ends. systemd takes each of "\n", "\r" and NUL for one, and different ones in a row for a single
// one.
func split(data []byte) []line {
	var out []line
	for at := 0; at < len(data); {
		end := at
		for end < len(data) && endOfLine(data[end]) == 0 {
			end++
		}
		out = append(out, line{at, end})
		at = end
		var seen byte
		for at < len(data) && seen&4 == 0 {
			kind := endOfLine(data[at])
			if kind == 0 || seen&kind != 0 {
				break
			}
			seen |= kind
			at++
		}
	}
	return out
}

// endOfLine is 0 for a byte that ends no line, and one bit for each kind of line end.
func endOfLine(c byte) byte {
	switch c {
	case '\n':
		return 1
	case '\r':
		return 2
	case 0:
		return 4
	}
	return 0
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }
