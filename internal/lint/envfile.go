package lint

import (
	"github.com/qlint-dev/qlint/internal/link"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// envFile is what is wrong with the env file of an environment; nil where none counts.
func envFile(env *link.Environment) *queue.EnvFile {
	if env.File == nil {
		return nil
	}
	out := &queue.EnvFile{Lost: env.File.Lost}
	for _, e := range env.File.Errors {
		out.Faults = append(out.Faults, queue.EnvFault{Span: e.Span, Message: e.Message})
	}
	first := map[string]source.Span{}
	values := map[string]string{}
	for _, e := range env.File.Entries {
		if at, seen := first[e.Name]; seen && values[e.Name] != e.Value {
			out.Repeated = append(out.Repeated, queue.RepeatedVariable{Name: e.Name, First: at, Last: e.NameSpan})
		}
		first[e.Name], values[e.Name] = e.NameSpan, e.Value
	}
	return out
}
