package worker

import (
	"strings"
	"testing"
)

func TestDeepTextsAreGivenUpAndTheirLinesRead(t *testing.T) {
	for _, s := range []string{"(", "{ ", "$(", "if ", "`", "a && ", "\"$(", "((", "${a:-", "<(", "case x in a) "} {
		text := strings.Repeat(s, maxScript/4/len(s)) + "\nphp artisan queue:work\n"
		if found := inShell(text); len(found) != 1 {
			t.Errorf("%q many times: %d commands, want 1", s, len(found))
		}
	}
}
