package container

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// chartValue is a template's expression that is one value of the chart: `{{ .Values.worker.grace | default 30 }}`.
var chartValue = pattern.New(`^\s*["']?\{\{-?\s*\.Values\.([A-Za-z0-9_.]+)((?:\s*\|\s*(?:int|int64|quote|squote|toString|default\s+(?:"[^"]*"|[A-Za-z0-9._-]+)))*)\s*-?\}\}["']?\s*$`)

var chartDefault = pattern.New(`default\s+(?:"([^"]*)"|([A-Za-z0-9._-]+))`)

// templated is a scalar of a manifest. In a chart's template the values of values.yaml are filled in, which an installation may override: they
// are what an env() default is to a variable.
func (l *loader) templated(n *yaml.Node) text {
	out := plain(n)
	if n == nil || out.why == "" {
		return out
	}
	m := chartValue.FindStringSubmatch(n.Span.Text())
	if m == nil {
		return out
	}
	chart := l.chartOf(n.Span.Path())
	if chart == "" {
		return out
	}
	name := ".Values." + m[1]
	if value := l.valueOf(chart, strings.Split(m[1], ".")); value.Is(yaml.Scalar) && value.Why == "" {
		return chosen(value, name, value.Text, name+" in "+value.Span.Path())
	}
	if d := chartDefault.FindStringSubmatch(m[2]); d != nil {
		return chosen(n, name, d[1]+d[2], "the default of "+name)
	}
	return out
}

// chosen is a text that an installation of the chart may override.
func chosen(at *yaml.Node, name, value, what string) text {
	return text{string: value, node: at, origin: &queue.Origin{Via: queue.ViaInputDefault, Span: at.Span, Variable: name, Text: what}}
}

// chartOf is the folder of the chart that a template belongs to, "" for other files.
func (l *loader) chartOf(at string) string {
	for folder := path.Dir(at); folder != "." && folder != "/"; folder = path.Dir(folder) {
		if path.Base(folder) == "templates" && l.tree.Has(path.Join(path.Dir(folder), "Chart.yaml")) {
			return path.Dir(folder)
		}
	}
	return ""
}

// valueOf is a value of a chart's values.yaml, nil where it has none. Where another file of values lies beside it and sets the same, what an
// installation uses is not known.
func (l *loader) valueOf(chart string, keys []string) *yaml.Node {
	var found *yaml.Node
	for _, at := range l.tree.Under(strings.TrimPrefix(chart, "./")) {
		base := path.Base(at)
		if !strings.HasPrefix(base, "values") || path.Ext(base) != ".yaml" && path.Ext(base) != ".yml" || strings.Contains(base, "schema") {
			continue
		}
		file, err := l.tree.Read(at)
		if err != nil {
			continue
		}
		for _, d := range yaml.Parse(file).Documents {
			n := d.Get(keys...)
			switch {
			case n == nil:
			case found != nil && found.Text != n.Text:
				return nil
			case base == "values.yaml" || base == "values.yml" || found == nil:
				found = n
			}
		}
	}
	return found
}
