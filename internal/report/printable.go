package report

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// printable replaces what would steer a terminal (escape sequences, direction marks) or is no text by a visible mark: reports quote
// files of strangers.
func printable(s string) string {
	clean := func(r rune) bool {
		return r != utf8.RuneError && (r == '\t' || unicode.IsPrint(r))
	}
	if strings.IndexFunc(s, func(r rune) bool { return !clean(r) }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if clean(r) {
			return r
		}
		if r == '\n' {
			return ' '
		}
		return '�'
	}, s)
}
