package queue

import (
	"cmp"
	"fmt"
)

// Version is a released version, without pre-release marks.
type Version struct{ Major, Minor, Patch int }

// Compare orders versions.
func (v Version) Compare(w Version) int {
	return cmp.Or(cmp.Compare(v.Major, w.Major), cmp.Compare(v.Minor, w.Minor), cmp.Compare(v.Patch, w.Patch))
}

// String is the version as "12.4.0".
func (v Version) String() string { return fmt.Sprintf("%d.%d.%d", v.Major, v.Minor, v.Patch) }

// VersionRange holds the versions that are possible: Low up to but not including High. A lock file gives exactly one, a constraint
// several; the zero range is not known at all.
type VersionRange struct {
	Low, High Version
	Origin    *Origin
}

// Exactly is the range of one version, as a lock file states it.
func Exactly(v Version, from *Origin) VersionRange {
	return VersionRange{Low: v, High: Version{v.Major, v.Minor, v.Patch + 1}, Origin: from}
}

// IsZero says that nothing is known.
func (r VersionRange) IsZero() bool { return r.Low == Version{} && r.High == Version{} }

// Exact returns the version where exactly one is possible.
func (r VersionRange) Exact() (Version, bool) {
	next := Version{r.Low.Major, r.Low.Minor, r.Low.Patch + 1}
	return r.Low, !r.IsZero() && r.High == next
}

// String is the version, or the range as "12.0.0 up to 13.0.0".
func (r VersionRange) String() string {
	if v, ok := r.Exact(); ok {
		return v.String()
	}
	if r.IsZero() {
		return "unknown version"
	}
	return fmt.Sprintf("%s up to %s", r.Low, r.High)
}

// Verdict is the answer to a question that a range of versions may leave open.
type Verdict uint8

const (
	// Maybe is the answer where some of the possible versions say yes and others no.
	Maybe Verdict = iota
	Yes
	No
)

// AtLeast says whether every possible version is the given one or newer.
func (r VersionRange) AtLeast(major, minor, patch int) Verdict {
	gate := Version{major, minor, patch}
	switch {
	case r.IsZero():
		return Maybe
	case r.Low.Compare(gate) >= 0:
		return Yes
	case r.High.Compare(gate) <= 0:
		return No
	default:
		return Maybe
	}
}

// Versions are those of the packages that decide how a queue behaves.
type Versions struct {
	Framework VersionRange // laravel/framework
	Horizon   VersionRange // laravel/horizon; zero when it is not installed
	Carbon    VersionRange // nesbot/carbon
}
