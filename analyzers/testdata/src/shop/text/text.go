// Package text reaches no library that passes know.
package text

import "strings"

// Clean takes spaces off.
func Clean(s string) string { return strings.TrimSpace(s) }
