package phpeval

import (
	"strconv"

	"github.com/qlint-dev/qlint/internal/pattern"
)

// plainURL are the URLs that parse_url() splits without special cases: scheme://user:pass@host:port/path?query#fragment, and
// bare paths.
var (
	plainURL = pattern.New(
		`^([A-Za-z][A-Za-z0-9+.-]*)://(?:([^:@/?#\s]*)(?::([^@/?#\s]*))?@)?([A-Za-z0-9._-]+)(?::([0-9]{1,5}))?(/[^?#\s\x00-\x1f\x7f]*)?(?:\?([^#\s\x00-\x1f\x7f]*))?(?:#([^\s\x00-\x1f\x7f]*))?$`)
	plainPath = pattern.New(`^/?[A-Za-z0-9._/-]*$`)
)

// urlParts are the parts in the order of parse_url()'s result, with their number in its second argument.
var urlParts = [...]struct {
	name   string
	number int64
	group  int
}{
	{"scheme", 0, 1}, {"host", 1, 4}, {"port", 2, 5}, {"user", 3, 2}, {"pass", 4, 3}, {"path", 5, 6}, {"query", 6, 7},
	{"fragment", 7, 8},
}

func parseURL(c *builtinCall) Value {
	s, ok1 := c.text(0)
	part, ok2 := c.int(1, -1)
	if !ok1 || !ok2 {
		return c.unknown("not a text")
	}
	origin := c.computed(c.node, c.args...)
	b := c.newBuilder()
	at := plainURL.FindStringSubmatchIndex(s)
	switch {
	case at != nil:
		for _, p := range urlParts {
			start, end := at[2*p.group], at[2*p.group+1]
			if start < 0 {
				continue
			}
			v := text(s[start:end])
			if p.name == "port" {
				n, _ := strconv.ParseInt(s[start:end], 10, 64)
				if n > 65535 || n == 0 {
					return c.unknown("a URL with an odd port")
				}
				v = integer(n)
			}
			b.put(StringKey(p.name), v.WithOrigin(origin))
		}
	case plainPath.MatchString(s) && (len(s) < 2 || s[:2] != "//"):
		b.put(StringKey("path"), text(s).WithOrigin(origin))
	default:
		return c.unknown("a URL of an odd form")
	}
	if part < 0 {
		return b.value()
	}
	for _, p := range urlParts {
		if p.number == part {
			if e, ok := b.a.Get(StringKey(p.name)); ok {
				return e.Value
			}
			return null()
		}
	}
	return throwing("a part of a URL that does not exist", nil)
}
