package phpeval

import (
	"strings"
	"unicode/utf8"
)

// shorten puts source text on one line of at most 60 characters.
func shorten(s string) string {
	const longest = 60
	cut := len(s) > 8*longest
	if cut {
		s = s[:8*longest]
	}
	s = strings.ToValidUTF8(strings.Join(strings.Fields(s), " "), "?")
	if !cut && utf8.RuneCountInString(s) <= longest {
		return s
	}
	runes := []rune(s)
	return string(runes[:min(len(runes), longest-1)]) + "…"
}

// ascii says that a string has no byte beyond ASCII: its case and length are the same to every function of PHP.
func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
