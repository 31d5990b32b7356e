package diag

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// Fingerprints are stable names of findings, in their order: a hash of rule, application and the names at the finding's places, so that moved
// lines, renamed files and changed values keep it. Findings that share all of it are told apart by their order.
func Fingerprints(all []*Diagnostic) []string {
	seen := map[string]int{}
	out := make([]string, len(all))
	for i, d := range all {
		key := strings.Join(append([]string{d.Rule, d.App}, d.Names...), "\x00")
		seen[key]++
		if n := seen[key]; n > 1 {
			key += "\x00" + strconv.Itoa(n)
		}
		sum := sha256.Sum256([]byte(key))
		out[i] = hex.EncodeToString(sum[:10])
	}
	return out
}
