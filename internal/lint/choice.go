package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
)

// unknownEnvironment says why a name chooses nothing: the repository has environments, and none of them is called so. "" where it chooses
// one, or where there is none to choose from or not all are known.
func (p *parsed) unknownEnvironment(name string, apps []*queue.App) string {
	var names []string
	for _, a := range p.applications {
		if a.laravel == nil {
			continue
		}
		evidence, examples := link.EnvFiles(p.tree, a.root)
		for _, at := range slices.Concat(evidence, examples) {
			if file := environmentOf(at); file != "" {
				names = append(names, file)
			}
		}
	}
	for _, app := range apps {
		for _, e := range app.Plan.Environments {
			if e.Matches(name) {
				return ""
			}
			names = append(names, e.Name)
		}
		if app.Plan.Open != "" {
			return ""
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if name == "" || len(names) == 0 || slices.Contains(names, name) {
		return ""
	}
	return fmt.Sprintf("no environment is called %q: the repository has %s", name, strings.Join(names, ", "))
}
