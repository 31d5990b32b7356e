package settings

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	library "github.com/BurntSushi/toml"
	"github.com/bmatcuk/doublestar/v4"

	"github.com/qlint-dev/qlint/configparse/toml"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

// Error is what is wrong with a settings file.
type Error struct {
	Span    source.Span
	Message string
}

// Read reads a settings file. Docs are all rules. With any error the settings must not be used.
func Read(f *source.File, docs []*ruledoc.Doc) (*Settings, []Error) {
	var doc map[string]any
	if _, err := library.Decode(string(f.Data), &doc); err != nil {
		return nil, []Error{syntaxError(f, err)}
	}
	r := &reader{docs: docs, Positions: toml.Scan(f), out: &Settings{File: f}}
	r.top(doc)
	slices.SortStableFunc(r.errs, func(a, b Error) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return r.out, r.errs
}

func syntaxError(f *source.File, err error) Error {
	e := Error{Span: f.Whole(), Message: err.Error()}
	if p := (library.ParseError{}); errors.As(err, &p) {
		start := p.Position.Start
		e.Span = f.Span(start, start+max(p.Position.Len, 1))
		e.Message = cmp.Or(p.Message, strings.TrimPrefix(err.Error(), "toml: "))
		if e.Span.Text() == "*" {
			e.Message += `: a glob stands in quotes, as in "QL2*"`
		}
	}
	return e
}

// reader turns the decoded text into settings and says what does not fit.
type reader struct {
	docs []*ruledoc.Doc
	*toml.Positions
	out  *Settings
	errs []Error
}

// keys says how the keys of a table are read. Each is called with the key's path and value.
type keys map[string]func(path string, v any)

func (r *reader) fail(path string, format string, args ...any) {
	at := r.Places[path]
	span := at.Value
	if span.IsZero() {
		span = at.Key
	}
	if span.IsZero() {
		span = r.File.Whole()
	}
	r.errs = append(r.errs, Error{span, fmt.Sprintf(format, args...)})
}

func (r *reader) top(doc map[string]any) {
	r.read("", doc, keys{
		"exclude": func(path string, v any) { r.out.Exclude = r.globs(path, v) },
		"rules":   r.rules,
		"assume":  r.assume,
		"go":      r.goTable,
		"ignore":  func(path string, v any) { r.tables(path, v, r.ignore) },
		"connection": func(path string, v any) {
			r.tables(path, v, r.connection)
		},
		"worker": func(path string, v any) { r.tables(path, v, r.worker) },
		"job":    func(path string, v any) { r.tables(path, v, r.job) },
	})
}

// read reads a table by its known keys; an unknown one is an error with the nearest known.
func (r *reader) read(path string, table map[string]any, known keys) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		at := key
		if path != "" {
			at = path + toml.Separator + key
		}
		if read, ok := known[key]; ok {
			read(at, table[key])
			continue
		}
		message := fmt.Sprintf("unknown key %q", key)
		if near := nearest(key, slices.Sorted(maps.Keys(known))); near != "" {
			message += fmt.Sprintf("; did you mean %q?", near)
		}
		span := r.Places[at].Key
		if span.IsZero() {
			span = r.firstBelow(at)
		}
		r.errs = append(r.errs, Error{span, message})
	}
}

// firstBelow is the place of a table that is never written by itself: of its first key.
func (r *reader) firstBelow(path string) source.Span {
	for _, at := range r.Order {
		if strings.HasPrefix(at, path+toml.Separator) {
			return r.Places[at].Key
		}
	}
	return r.File.Whole()
}

// table reads one table; v may be of another type.
func (r *reader) table(path string, v any, known keys) {
	table, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "must be a table")
		return
	}
	r.read(path, table, known)
}

// tables reads an array of tables.
func (r *reader) tables(path string, v any, one func(path string, table map[string]any)) {
	all, ok := v.([]map[string]any)
	if !ok {
		r.fail(path, "must be written as [[%s]]", path)
		return
	}
	for i, table := range all {
		one(path+toml.Separator+strconv.Itoa(i), table)
	}
}

func (r *reader) rules(path string, v any) {
	table, ok := v.(map[string]any)
	if !ok {
		r.fail(path, "must be a table")
		return
	}
	for _, at := range r.Order { // the last match wins: the file's order counts
		pattern, ok := strings.CutPrefix(at, path+toml.Separator)
		if !ok || strings.Contains(pattern, toml.Separator) {
			continue
		}
		if message := r.noRule(pattern); message != "" {
			r.errs = append(r.errs, Error{r.Places[at].Key, message})
			continue
		}
		rule := Rule{Pattern: pattern}
		level, _ := table[pattern].(string)
		severity, known := diag.ParseSeverity(level)
		switch {
		case level == "off":
			rule.Off = true
		case known:
			rule.Severity = severity
		default:
			r.fail(at, `must be "error", "warning", "info" or "off"`)
			continue
		}
		r.out.Rules = append(r.out.Rules, rule)
	}
}

// noRule says that a pattern means no rule, with the nearest name; "" when it means one.
func (r *reader) noRule(pattern string) string {
	var names []string
	for _, d := range r.docs {
		if d.Matches(pattern) {
			return ""
		}
		names = append(names, d.ID, d.Slug)
	}
	if near := nearest(pattern, names); near != "" {
		return fmt.Sprintf("%q is no rule; did you mean %q?", pattern, near)
	}
	return fmt.Sprintf("%q is no rule", pattern)
}

func (r *reader) assume(path string, v any) {
	a := &r.out.Assume
	r.table(path, v, keys{
		"stop_grace":  r.duration(&a.StopGrace),
		"longest_job": r.duration(&a.LongestJob),
		"environment": r.text(&a.Environment),
		"env":         r.variables,
	})
}

func (r *reader) variables(path string, v any) {
	table, ok := v.(map[string]any)
	if !ok {
		r.fail(path, `must be a table: { NAME = "value" }`)
		return
	}
	for _, name := range slices.Sorted(maps.Keys(table)) {
		at := path + toml.Separator + name
		var value string
		switch v := table[name].(type) {
		case string:
			value = v
		case int64:
			value = strconv.FormatInt(v, 10)
		case bool:
			value = strconv.FormatBool(v)
		default:
			r.fail(at, "must be a string")
			continue
		}
		r.out.Assume.Env = append(r.out.Assume.Env, Variable{name, value, r.Places[at].Value})
	}
}

func (r *reader) goTable(path string, v any) {
	r.table(path, v, keys{"check": func(at string, v any) {
		on, ok := v.(bool)
		if !ok {
			r.fail(at, "must be true or false")
		}
		r.out.GoCheck = on
	}})
}

func (r *reader) ignore(path string, table map[string]any) {
	entry := Ignore{Span: r.Places[path].Key}
	r.read(path, table, keys{
		"path":   func(at string, v any) { entry.Path = r.glob(at, v) },
		"rules":  func(at string, v any) { entry.Rules = r.ruleList(at, v) },
		"reason": func(at string, v any) { entry.Reason = r.string(at, v) },
		"until":  func(at string, v any) { entry.Until = r.day(at, v) },
	})
	r.need(path, table, "path", "rules", "reason")
	r.out.Ignores = append(r.out.Ignores, entry)
}

func (r *reader) connection(path string, table map[string]any) {
	c := Connection{Span: r.Places[path].Key}
	r.read(path, table, keys{"name": r.text(&c.Name), "lease": r.duration(&c.Lease)})
	r.need(path, table, "name", "lease")
	r.out.Connections = append(r.out.Connections, c)
}

func (r *reader) worker(path string, table map[string]any) {
	w := Worker{Span: r.Places[path].Key}
	r.read(path, table, keys{
		"command": r.text(&w.Command), "connection": r.text(&w.Connection), "timeout": r.duration(&w.Timeout), "tries": r.number(&w.Tries),
	})
	r.need(path, table, "command", "connection")
	r.out.Workers = append(r.out.Workers, w)
}

func (r *reader) job(path string, table map[string]any) {
	j := Job{Span: r.Places[path].Key}
	r.read(path, table, keys{"name": r.text(&j.Name), "connection": r.text(&j.Connection), "timeout": r.duration(&j.Timeout)})
	r.need(path, table, "name", "connection")
	r.out.Jobs = append(r.out.Jobs, j)
}

// need makes sure that a table has some keys.
func (r *reader) need(path string, table map[string]any, names ...string) {
	for _, name := range names {
		if _, ok := table[name]; !ok {
			r.fail(path, "%s is missing", name)
		}
	}
}

// nearest is the name that is a typing error or two away, "" for none.
func nearest(name string, all []string) string {
	best, distance := "", max(3, len(name)/4+1)
	for _, candidate := range all {
		if d := queue.Distance(strings.ToLower(name), strings.ToLower(candidate)); d < distance && d < len(name) {
			best, distance = candidate, d
		}
	}
	return best
}

// validGlob says whether a text is a glob of paths.
func validGlob(text string) bool { return text != "" && doublestar.ValidatePattern(text) }

// parseDuration reads 90, "90", "90s" or "5m".
func parseDuration(v any) (time.Duration, bool) {
	switch v := v.(type) {
	case int64:
		return time.Duration(v) * time.Second, v > 0 && v < int64(1<<62/time.Second)
	case string:
		if n, err := strconv.ParseInt(v, 10, 64); err == nil {
			return parseDuration(n)
		}
		d, err := time.ParseDuration(v)
		return d, err == nil && d > 0
	}
	return 0, false
}
