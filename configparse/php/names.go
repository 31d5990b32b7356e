package php

// Names resolves the names of one file to fully qualified ones, by its namespace and use declarations.
type Names struct {
	scopes []nameScope
}

type nameScope struct {
	start, end uint32
	namespace  string
	uses       []UseItem
}

// equalFold compares as PHP compares class, function and keyword names: ASCII letters without case, all else exactly.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
