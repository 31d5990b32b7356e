package source

import "unicode/utf8"

// Unit is what a column counts.
type Unit uint8

const (
	// CodePoints counts Unicode code points, as editors and qlint's own formats do.
	CodePoints Unit = iota
	// Bytes counts bytes of UTF-8, as Go's tools do.
	Bytes
	// UTF16 counts UTF-16 code units, as the Language Server Protocol does.
	UTF16
)

// Count is the length of text in the unit. Each byte that is no UTF-8 counts as one.
func (u Unit) Count(text []byte) int {
	switch u {
	case Bytes:
		return len(text)
	case UTF16:
		n := 0
		for len(text) > 0 {
			r, size := utf8.DecodeRune(text)
			n++
			if r > 0xFFFF {
				n++
			}
			text = text[size:]
		}
		return n
	default:
		return utf8.RuneCount(text)
	}
}
