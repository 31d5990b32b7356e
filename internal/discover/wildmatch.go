package discover

import "strings"

// wildmatch matches a path against a pattern as git does: `*` and `?` stop at '/', `**` as a whole part spans folders. It works on bytes.
func wildmatch(p, s string) bool {
	m := matcher{budget: 50_000}
	return m.match(p, s, true) == matched
}

// verdict is what matching the rest of a pattern against the rest of a text says about stars further left.
type verdict uint8

const (
	matched verdict = iota
	// unmatched: a star further left may still take more.
	unmatched
	// hopeless: the text is used up, so that no star further left helps.
	hopeless
	// hopelessInPart: a '/' was met, so that only a `**` further left helps.
	hopelessInPart
)

// matcher gives up on a hostile pattern when its budget of steps is used up: nothing matches then.
type matcher struct{ budget int }

// match matches a pattern; start says that a part of the pattern starts here.
func (m *matcher) match(p, s string, start bool) verdict {
	for p != "" {
		if m.budget--; m.budget < 0 {
			return hopeless
		}
		if s == "" && p[0] != '*' {
			return hopeless
		}
		switch p[0] {
		case '*':
			return m.star(p, s, start)
		case '?':
			if s[0] == '/' {
				return unmatched
			}
			p = p[1:]
		case '[':
			rest, in, ok := class(p, s[0])
			if !ok {
				return hopeless
			}
			if !in || s[0] == '/' {
				return unmatched
			}
			p = rest
		default:
			if p[0] == '\\' {
				p = p[1:]
			}
			if p == "" || p[0] != s[0] {
				return unmatched
			}
			start = p[0] == '/'
			p, s = p[1:], s[1:]
			continue
		}
		start = false
		s = s[1:]
	}
	if s != "" {
		return unmatched
	}
	return matched
}

// star matches one star or several at the start of a pattern.
func (m *matcher) star(p, s string, start bool) verdict {
	rest := strings.TrimLeft(p, "*")
	folders := len(p)-len(rest) > 1 && start && (rest == "" || rest[0] == '/' || strings.HasPrefix(rest, `\/`))
	if folders && strings.HasPrefix(rest, "/") && m.match(rest[1:], s, true) == matched {
		return matched // no folder at all
	}
	if rest == "" {
		if !folders && strings.Contains(s, "/") {
			return hopelessInPart
		}
		return matched
	}
	for {
		if v := m.match(rest, s, false); v == matched || v == hopeless || v == hopelessInPart && !folders {
			return v
		}
		if s == "" {
			return hopeless
		}
		if s[0] == '/' && !folders {
			return hopelessInPart
		}
		s = s[1:]
	}
}

// class matches one byte against [a-z], [!a], [^a] or [[:digit:]]; rest is the pattern behind it, and ok is false where the class does not
// end or names an unknown set.
func class(p string, c byte) (rest string, in, ok bool) {
	p = p[1:]
	negate := p != "" && (p[0] == '!' || p[0] == '^')
	if negate {
		p = p[1:]
	}
	var last byte // the start of a range that may follow, 0 for none
	for first := true; ; first = false {
		switch {
		case p == "":
			return "", false, false
		case p[0] == ']' && !first:
			return p[1:], in != negate, true
		case p[0] == '-' && last != 0 && len(p) > 1 && p[1] != ']':
			high, rest, ok := classByte(p[1:])
			if !ok {
				return "", false, false
			}
			in = in || last <= c && c <= high
			p, last = rest, 0
			continue
		case strings.HasPrefix(p, "[:"):
			name, after, closed := strings.Cut(p[2:], "]")
			if set, named := strings.CutSuffix(name, ":"); closed && named {
				holds, known := namedClass(set, c)
				if !known {
					return "", false, false
				}
				in = in || holds
				p, last = after, 0
				continue
			}
		}
		low, rest, ok := classByte(p)
		if !ok {
			return "", false, false
		}
		in = in || low == c
		p, last = rest, low
	}
}

// classByte is one byte of a class, which a backslash may protect.
func classByte(p string) (b byte, rest string, ok bool) {
	if p[0] == '\\' {
		p = p[1:]
	}
	if p == "" {
		return 0, "", false
	}
	return p[0], p[1:], true
}

// namedClass says whether a byte belongs to a POSIX class, and whether the class exists.
func namedClass(name string, c byte) (in, known bool) {
	digit := '0' <= c && c <= '9'
	lower, upper := 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z'
	printable := ' ' < c && c < 0x7f
	switch name {
	case "alnum":
		return digit || lower || upper, true
	case "alpha":
		return lower || upper, true
	case "blank":
		return c == ' ' || c == '\t', true
	case "cntrl":
		return c < ' ' || c == 0x7f, true
	case "digit":
		return digit, true
	case "graph":
		return printable, true
	case "lower":
		return lower, true
	case "print":
		return printable || c == ' ', true
	case "punct":
		return printable && !digit && !lower && !upper, true
	case "space":
		return c == ' ' || '\t' <= c && c <= '\r', true
	case "upper":
		return upper, true
	case "xdigit":
		return digit || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F', true
	}
	return false, false
}
