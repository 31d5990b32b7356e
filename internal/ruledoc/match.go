package ruledoc

import (
	"path"
	"strings"
)

// Matches says whether a rule is meant by an id, a slug or a glob of either (`QL1*`), whatever the case.
func (d *Doc) Matches(pattern string) bool {
	id, _ := path.Match(strings.ToUpper(pattern), d.ID)
	slug, _ := path.Match(strings.ToLower(pattern), d.Slug)
	return id || slug
}
