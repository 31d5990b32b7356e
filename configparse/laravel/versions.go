package laravel

import "github.com/qlint-dev/qlint/internal/queue"

// frameworks are the packages that bring Laravel's queue, the surest sign first. The parts of Laravel carry the framework's
// versions; Lumen and Laravel Zero share its major version alone.
var frameworks = []struct {
	name  string
	major bool
}{
	{"laravel/framework", false},
	{"illuminate/queue", false},
	{"illuminate/support", false},
	{"illuminate/contracts", false},
	{"laravel/lumen-framework", true},
	{"laravel-zero/framework", true},
}

// versions are those that decide how the queue behaves.
func (c *Composer) versions() queue.Versions {
	v := queue.Versions{Horizon: c.Version("laravel/horizon"), Carbon: c.Version("nesbot/carbon")}
	for _, f := range frameworks {
		v.Framework = c.Version(f.name)
		if v.Framework.IsZero() {
			continue
		}
		if f.major {
			v.Framework = wholeMajors(v.Framework)
		}
		break
	}
	if v.Carbon.IsZero() {
		v.Carbon = carbonOf(v.Framework)
	}
	return v
}

// wholeMajors is every version with one of the majors of a range.
func wholeMajors(r queue.VersionRange) queue.VersionRange {
	r.Low = queue.Version{Major: r.Low.Major}
	if r.High.Minor != 0 || r.High.Patch != 0 {
		r.High.Major++
	}
	r.High = queue.Version{Major: r.High.Major}
	return r
}

// carbonOf is the range of Carbon that a framework asks for (laravel/framework: composer.json).
func carbonOf(framework queue.VersionRange) queue.VersionRange {
	r := queue.VersionRange{Origin: framework.Origin}
	switch {
	case framework.AtLeast(12, 0, 0) == queue.Yes:
		r.Low, r.High = queue.Version{Major: 3}, queue.Version{Major: 4}
	case framework.AtLeast(11, 0, 0) == queue.Yes:
		r.Low, r.High = queue.Version{Major: 2, Minor: 72}, queue.Version{Major: 4}
	case framework.AtLeast(11, 0, 0) == queue.No:
		r.Low, r.High = queue.Version{Major: 1}, queue.Version{Major: 3}
	default:
		return queue.VersionRange{}
	}
	return r
}

// phpRange is the range of PHP versions that an application runs under; zero where it says nothing.
func (c *Composer) phpRange() queue.VersionRange {
	text := c.PHP
	if text == "" {
		text = c.Require["php"]
	}
	low, high, ok := constraintRange(text)
	if !ok {
		return queue.VersionRange{}
	}
	return queue.VersionRange{Low: low, High: high}
}
