package settings

import (
	"strconv"
	"time"

	"github.com/qlint-dev/qlint/configparse/toml"
)

// string reads a text that must not be empty.
func (r *reader) string(path string, v any) string {
	text, ok := v.(string)
	switch {
	case !ok:
		r.fail(path, "must be a string")
	case text == "":
		r.fail(path, "must not be empty")
	}
	return text
}

func (r *reader) text(to *Stated[string]) func(string, any) {
	return func(path string, v any) { *to = Stated[string]{r.string(path, v), r.Places[path].Value, true} }
}

func (r *reader) duration(to *Stated[time.Duration]) func(string, any) {
	return func(path string, v any) {
		d, ok := parseDuration(v)
		if !ok {
			r.fail(path, `must be a time above 0: 90, "90s" or "5m"`)
		}
		*to = Stated[time.Duration]{d, r.Places[path].Value, true}
	}
}

func (r *reader) number(to *Stated[int]) func(string, any) {
	return func(path string, v any) {
		n, ok := v.(int64)
		if !ok || n < 0 || n > 1<<31 {
			r.fail(path, "must be a whole number, 0 for no limit")
		}
		*to = Stated[int]{int(n), r.Places[path].Value, true}
	}
}

func (r *reader) glob(path string, v any) string {
	text := r.string(path, v)
	if text != "" && !validGlob(text) {
		r.fail(path, "%q is no glob", text)
	}
	return text
}

// list reads an array; one is called for each element.
func (r *reader) list(path string, v any, one func(path string, v any)) {
	all, ok := v.([]any)
	if !ok {
		r.fail(path, "must be a list of strings")
		return
	}
	for i, element := range all {
		one(path+toml.Separator+strconv.Itoa(i), element)
	}
}

func (r *reader) globs(path string, v any) []string {
	var out []string
	r.list(path, v, func(at string, v any) { out = append(out, r.glob(at, v)) })
	return out
}

func (r *reader) ruleList(path string, v any) []string {
	var out []string
	r.list(path, v, func(at string, v any) {
		name := r.string(at, v)
		if message := r.noRule(name); name != "" && message != "" {
			r.fail(at, "%s", message)
		}
		out = append(out, name)
	})
	if all, ok := v.([]any); ok && len(all) == 0 {
		r.fail(path, "must name a rule")
	}
	return out
}

// day reads a date, as TOML has it or in quotes.
func (r *reader) day(path string, v any) time.Time {
	switch v := v.(type) {
	case time.Time:
		return v
	case string:
		if day, err := time.Parse(time.DateOnly, v); err == nil {
			return day
		}
	}
	r.fail(path, "must be a date: 2027-03-01")
	return time.Time{}
}
