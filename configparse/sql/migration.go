package sql

import (
	"path"
	"strings"
)

// UpPart gives the part of a migration file that goes forward, by the markers of goose (+goose Up), sql-migrate (+migrate Up) and dbmate
// (migrate:up), and by the names of golang-migrate (.up.sql, .down.sql). A file without marks goes forward as a whole. Nothing is given
// for a file that only goes back.
func UpPart(name, src string) string {
	base := strings.ToLower(path.Base(name))
	if strings.HasSuffix(base, ".down.sql") || strings.HasSuffix(base, "_down.sql") || base == "down.sql" || strings.HasPrefix(base, "u") && undo(base) {
		return ""
	}
	var up strings.Builder
	forward, marked := true, false
	for line := range strings.Lines(src) {
		mark, ok := marker(line)
		if ok {
			if !marked && mark {
				up.Reset()
			}
			forward, marked = mark, true
			continue
		}
		if forward {
			up.WriteString(line)
		}
	}
	return up.String()
}

// undo tells Flyway's undo migrations, U1__name.sql.
func undo(base string) bool {
	digits := strings.TrimLeft(base[1:], "0123456789._")
	return len(digits) < len(base)-1 && strings.Contains(base, "__")
}

// marker tells a line that turns the direction: true for forward.
func marker(line string) (up, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "--") {
		return false, false
	}
	f := strings.Fields(strings.ToLower(strings.TrimLeft(line, "-")))
	switch {
	case len(f) >= 2 && (f[0] == "+goose" || f[0] == "+migrate"):
		return f[1] == "up", f[1] == "up" || f[1] == "down"
	case len(f) >= 1 && strings.HasPrefix(f[0], "migrate:"):
		return f[0] == "migrate:up", f[0] == "migrate:up" || f[0] == "migrate:down"
	}
	return false, false
}
