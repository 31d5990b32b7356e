package python

import (
	"path"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// call evaluates the calls that pass a value on, make one of parts, or read a variable of the environment.
func (e *evaluator) call(x expression, name string, arguments []expression, depth int) *document.Node {
	last := name[strings.LastIndexByte(name, '.')+1:]
	switch {
	case (name == "int" || name == "float" || name == "str" || name == "bool") && len(arguments) == 1:
		n := *e.value(arguments[0], depth+1)
		n.Quoted = name == "str"
		return &n
	case name == "dict":
		return e.dict(x, arguments, depth)
	case last == "timedelta":
		return e.timedelta(x, arguments, depth)
	case readsEnvironment(name):
		return e.variable(x, name, arguments, depth)
	}
	return e.unknown(x, name+"() is not followed")
}

// dict is a dictionary that is written with keywords.
func (e *evaluator) dict(x expression, arguments []expression, depth int) *document.Node {
	out := &document.Node{Kind: document.Mapping, Span: e.file.span(x)}
	for _, a := range arguments {
		if len(a) < 3 || a[0].kind != word || !isSign(a[1], "=") {
			return e.unknown(x, "the dictionary is not known as a whole")
		}
		out.Entries = append(out.Entries, &document.Entry{Key: a[0].text, Span: e.file.span(a[:1]), Value: e.value(a[2:], depth+1)})
	}
	return out
}

// unitSeconds are the parts of a timedelta.
var unitSeconds = map[string]float64{"weeks": 604800, "days": 86400, "hours": 3600, "minutes": 60, "seconds": 1, "milliseconds": .001}

// timedelta is a span of time in seconds.
func (e *evaluator) timedelta(x expression, arguments []expression, depth int) *document.Node {
	out := &document.Node{Kind: document.Scalar, Span: e.file.span(x)}
	sum := 0.0
	for i, a := range arguments {
		unit := []string{"days", "seconds", "", "milliseconds", "minutes", "hours", "weeks"}[min(i, 6)]
		if len(a) > 2 && a[0].kind == word && isSign(a[1], "=") {
			unit, a = a[0].text, a[2:]
		}
		v := e.value(a, depth+1)
		n, err := strconv.ParseFloat(v.Text, 64)
		if v.Why != "" || err != nil || unitSeconds[unit] == 0 {
			return e.unknown(x, "the timedelta is not known")
		}
		out.Origin = either(out.Origin, v.Origin)
		sum += n * unitSeconds[unit]
	}
	out.Text = strconv.FormatFloat(sum, 'f', -1, 64)
	return out
}

// readsEnvironment says that a call reads a variable of the environment: of os, django-environ, environs and python-decouple.
func readsEnvironment(name string) bool {
	switch name {
	case "os.environ.get", "os.getenv", "environ.get", "getenv", "env", "config", "env.get", "os.environ.setdefault":
		return true
	}
	receiver, method := path.Split(strings.ReplaceAll(name, ".", "/"))
	return (receiver == "env/" || receiver == "ENV/") && (method == "int" || method == "float" || method == "str" || method == "bool" || method == "url" || method == "cache_url" || method == "db_url")
}

// variable is the default of a variable of the environment, where nothing of the repository sets it; whoever starts the process may.
func (e *evaluator) variable(x expression, name string, arguments []expression, depth int) *document.Node {
	if len(arguments) == 0 || arguments[0][0].kind != text || len(arguments[0]) != 1 {
		return e.unknown(x, name+"() is not followed")
	}
	variable := arguments[0][0].text
	if e.env != nil {
		if why := e.env(variable); why != "" {
			return e.unknown(x, why)
		}
	}
	for i, a := range arguments[1:] {
		if len(a) > 2 && a[0].kind == word && isSign(a[1], "=") {
			if a[0].text != "default" {
				continue
			}
			a = a[2:]
		} else if i > 0 || name == "env" && len(arguments) > 2 {
			continue
		}
		n := *e.value(a, depth+1)
		if n.Why == "" && n.Kind == document.Scalar {
			n.Origin = &queue.Origin{Via: queue.ViaInputDefault, Span: n.Span, Variable: variable, Text: "the default of " + variable, From: n.Origin}
		}
		n.Span = e.file.span(x)
		return &n
	}
	return e.unknown(x, variable+" is set nowhere")
}
