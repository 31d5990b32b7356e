package report

import (
	"strings"
	"unicode/utf8"
)

// printable replaces what would steer a terminal (escape sequences, direction marks), end the line, or is no text by a visible mark: reports
// quote files of strangers.
func printable(s string) string {
	clean := true
	for i, r := range s {
		if !isText(r, sizeAt(s, i, r)) {
			clean = false
			break
		}
	}
	if clean {
		return s
	}
	var out strings.Builder
	for i, r := range s {
		switch {
		case r == '\n' || r == '\t':
			out.WriteByte(' ')
		case isText(r, sizeAt(s, i, r)):
			out.WriteRune(r)
		default:
			out.WriteRune(utf8.RuneError)
		}
	}
	return out.String()
}

// sizeAt is the size of the character at an offset: 1 for a byte that is no UTF-8.
func sizeAt(s string, at int, r rune) int {
	if r != utf8.RuneError {
		return utf8.RuneLen(r)
	}
	_, size := utf8.DecodeRuneInString(s[at:])
	return size
}
