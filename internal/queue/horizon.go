package queue

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/source"
)

// HorizonPlan is what config/horizon.php says of environments, whatever supervisors come of it.
type HorizonPlan struct {
	// Chosen is horizon.env, which stands before APP_ENV; Absent where it is not set.
	Chosen Value[string]
	// Environments in the order of the file: the first whose name matches counts.
	Environments []HorizonEnvironment
	// Open says why there may be more environments, "" when the list is complete.
	Open string
}

// HorizonEnvironment is one entry of horizon.environments.
type HorizonEnvironment struct {
	// Name may hold wildcards.
	Name string
	Span source.Span
	// Inherited are the supervisors that the entry does not name and that run in it because `defaults` has them.
	Inherited []string
	// Mixed are lists that were merged with longer ones of `defaults`, element by element.
	Mixed []MixedList
}

// MixedList is a list of a supervisor of which `defaults` fill in the tail (laravel/horizon: array_replace_recursive).
type MixedList struct {
	Supervisor, Option string
	Span               source.Span
	Own, Merged        []string
	// Agrees says that the own list is the start of that of `defaults`: the merged one is the default as a whole.
	Agrees bool
}

// Matches says whether the environment stands for a value of APP_ENV (Laravel: Str::is). The case counts, and `*` stands for any text.
func (e HorizonEnvironment) Matches(environment string) bool {
	return MatchesPattern(e.Name, environment)
}

// MatchesPattern is Laravel's Str::is.
func MatchesPattern(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == text
	}
	last := len(parts) - 1
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok || !strings.HasSuffix(rest, parts[last]) {
		return false
	}
	rest = strings.TrimSuffix(rest, parts[last])
	for _, part := range parts[1:last] {
		i := strings.Index(rest, part)
		if i < 0 {
			return false
		}
		rest = rest[i+len(part):]
	}
	return true
}
