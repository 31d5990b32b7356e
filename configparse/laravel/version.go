package laravel

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// newest stands for "no upper bound": no released version is above it.
var newest = queue.Version{Major: 1 << 20}

// lockedVersion reads a version of composer.lock: "v12.4.0", "12.4.0", "12.x-dev". A development branch may be any version of it.
func lockedVersion(text string, from *queue.Origin) queue.VersionRange {
	if v, parts, ok := parseVersion(text); ok && parts >= 3 && !strings.Contains(text, "dev") {
		return queue.Exactly(v, from)
	}
	if low, high, ok := branchRange(text); ok {
		return queue.VersionRange{Low: low, High: high, Origin: from}
	}
	return queue.VersionRange{}
}

// parseVersion reads up to three numbers; parts says how many were written. Pre-release and build marks are dropped.
func parseVersion(text string) (v queue.Version, parts int, ok bool) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "v")
	if i := strings.IndexAny(text, "-+@#"); i >= 0 {
		text = text[:i]
	}
	for i, part := range strings.Split(text, ".") {
		n, ok := component(part)
		if !ok {
			return v, 0, false
		}
		switch i {
		case 0:
			v.Major = n
		case 1:
			v.Minor = n
		case 2:
			v.Patch = n
		}
		parts = i + 1
	}
	return v, parts, parts > 0
}

// component is one number of a version.
func component(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && n < newest.Major && text[0] != '+'
}

// branchRange is the versions that a branch such as 12.x-dev, dev-12.x or 12.* may hold.
func branchRange(text string) (low, high queue.Version, ok bool) {
	text = strings.TrimPrefix(text, "dev-")
	if i := strings.IndexAny(text, "@#"); i >= 0 {
		text = text[:i]
	}
	text = strings.TrimSuffix(text, "-dev")
	text = strings.TrimPrefix(text, "v")
	var fixed []int
	for _, part := range strings.Split(text, ".") {
		if part == "x" || part == "*" || part == "X" {
			break
		}
		n, ok := component(part)
		if !ok {
			return low, high, false
		}
		fixed = append(fixed, n)
	}
	return fixedRange(fixed)
}

// fixedRange is every version that starts with the given numbers.
func fixedRange(fixed []int) (low, high queue.Version, ok bool) {
	switch len(fixed) {
	case 1:
		return queue.Version{Major: fixed[0]}, queue.Version{Major: fixed[0] + 1}, true
	case 2:
		return queue.Version{Major: fixed[0], Minor: fixed[1]}, queue.Version{Major: fixed[0], Minor: fixed[1] + 1}, true
	}
	return low, high, false
}

// constraintRange is the smallest range that holds every version that a composer constraint allows; false for "*", which says
// nothing, and for what is not understood.
func constraintRange(constraint string) (low, high queue.Version, ok bool) {
	first := true
	for _, alternative := range strings.Split(strings.ReplaceAll(constraint, "||", "|"), "|") {
		l, h, ok := conjunction(alternative)
		if !ok {
			return low, high, false
		}
		if first || l.Compare(low) < 0 {
			low = l
		}
		if first || h.Compare(high) > 0 {
			high = h
		}
		first = false
	}
	unbounded := low == queue.Version{} && high == newest
	return low, high, low.Compare(high) < 0 && !unbounded
}

// conjunction reads constraints that must all hold: ">=10.0 <12", "^11.0", "10.0 - 11.2".
func conjunction(text string) (low, high queue.Version, ok bool) {
	high = newest
	if from, to, isRange := strings.Cut(text, " - "); isRange {
		l, _, ok1 := parseVersion(from)
		h, parts, ok2 := parseVersion(to)
		return l, upTo(h, parts), ok1 && ok2
	}
	terms := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	if len(terms) == 0 {
		return low, high, false
	}
	for i := 0; i < len(terms); i++ {
		term := terms[i]
		if strings.Trim(term, "<>=!^~") == "" && i+1 < len(terms) { // ">= 10"
			i++
			term += terms[i]
		}
		l, h, ok := single(term)
		if !ok {
			return low, high, false
		}
		if l.Compare(low) > 0 {
			low = l
		}
		if h.Compare(high) < 0 {
			high = h
		}
	}
	return low, high, true
}

// single reads one constraint.
func single(term string) (low, high queue.Version, ok bool) {
	number := strings.TrimLeft(term, "<>=!^~")
	operator := term[:len(term)-len(number)]
	v, parts, ok := parseVersion(number)
	if !ok {
		if number == "*" || number == "x" {
			return low, newest, true
		}
		return branchRange(number)
	}
	if strings.HasPrefix(term, "dev-") || strings.HasSuffix(number, "-dev") {
		return branchRange(number)
	}
	switch operator {
	case "^":
		if v.Major > 0 || parts == 1 {
			return v, queue.Version{Major: v.Major + 1}, true
		}
		if v.Minor > 0 || parts == 2 {
			return v, queue.Version{Minor: v.Minor + 1}, true
		}
		return v, queue.Version{Minor: v.Minor, Patch: v.Patch + 1}, true
	case "~":
		if parts >= 3 {
			return v, queue.Version{Major: v.Major, Minor: v.Minor + 1}, true
		}
		return v, queue.Version{Major: v.Major + 1}, true
	case ">=":
		return v, newest, true
	case ">":
		return upTo(v, 3), newest, true
	case "<":
		return low, v, true
	case "<=":
		return low, upTo(v, 3), true
	case "!=", "<>":
		return low, newest, true
	default:
		return v, upTo(v, 3), true
	}
}

// upTo is the first version behind one that is written with so many numbers: 11.2 includes 11.2.9.
func upTo(v queue.Version, parts int) queue.Version {
	switch parts {
	case 1:
		return queue.Version{Major: v.Major + 1}
	case 2:
		return queue.Version{Major: v.Major, Minor: v.Minor + 1}
	default:
		return queue.Version{Major: v.Major, Minor: v.Minor, Patch: v.Patch + 1}
	}
}
