package cloud

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/terraform"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Terraform reads the queues of Terraform's files, with the functions that event source mappings tie to them, and the tasks of ECS.
func Terraform(files []*source.File) *Result {
	out := &Result{}
	modules, problems := terraform.Load(files)
	for _, p := range problems {
		if !readsFolder(files, path.Dir(p.Span.Path())) {
			continue // nothing of the module is about queues
		}
		out.Problems = append(out.Problems, queue.Problem{
			Span: p.Span, Reason: "HCL cannot parse it: " + p.Message, Kept: "the blocks around the fault are still used",
		})
	}
	for _, m := range modules {
		r := &terraformReader{module: m, queues: map[string]*queue.BrokerQueue{}, functions: map[string]*queue.Function{}}
		r.read()
		for _, address := range m.Order {
			if q := r.queues[address]; q != nil {
				out.Queues = append(out.Queues, q)
			}
		}
		out.Tasks = append(out.Tasks, r.tasks()...)
	}
	return out
}

// readsFolder says that some file of a module declares what is read of Terraform: queues, functions, tasks.
func readsFolder(files []*source.File, folder string) bool {
	return slices.ContainsFunc(files, func(f *source.File) bool {
		return path.Dir(f.Path) == folder && slices.ContainsFunc([]string{"aws_sqs_", "aws_lambda_", "aws_ecs_"}, func(kind string) bool {
			return bytes.Contains(f.Data, []byte(kind))
		})
	})
}

type terraformReader struct {
	module    *terraform.Module
	queues    map[string]*queue.BrokerQueue
	functions map[string]*queue.Function
}

func (t *terraformReader) each(kind string, do func(*terraform.Resource)) {
	for _, address := range t.module.Order {
		if r := t.module.Resources[address]; r.Type == kind {
			do(r)
		}
	}
}

func (t *terraformReader) read() {
	t.each("aws_sqs_queue", func(r *terraform.Resource) {
		const setting = "visibility_timeout_seconds"
		q := &queue.BrokerQueue{
			Address: r.Address, Span: r.Last, Setting: setting, Visibility: visibility(r.Get(setting), setting),
			MaxReceive: maxReceive(r.Get("redrive_policy"), "maxReceiveCount"), Name: r.Get("name").String("name"),
		}
		if q.Name.IsAbsent() {
			q.Name = queue.NotKnown[string]("AWS gives the name", nil)
		}
		t.queues[r.Address] = q
	})
	t.each("aws_sqs_queue_redrive_policy", func(r *terraform.Resource) {
		if q := t.queues[r.Get("queue_url").Address()]; q != nil {
			q.MaxReceive = maxReceive(r.Get("redrive_policy"), "maxReceiveCount")
		}
	})
	t.each("aws_lambda_function", func(r *terraform.Resource) {
		t.functions[r.Address] = &queue.Function{Name: r.Name, Span: r.Last, Timeout: timeout(r.Get("timeout"), "timeout", defaultTimeout),
			Reserved: r.Get("reserved_concurrent_executions").IsSet()}
	})
	t.each("aws_lambda_event_source_mapping", t.mapping)
}

// mapping ties a function to a queue where both are resources of the module. An alias or version is the function's.
func (t *terraformReader) mapping(r *terraform.Resource) {
	q := t.queues[r.Get("event_source_arn").Address()]
	f := t.functions[t.functionOf(r.Get("function_name"))]
	if q == nil || f == nil {
		return
	}
	const setting = "maximum_batching_window_in_seconds"
	w := window(r.Get(setting), setting)
	if enabled, ok := r.Get("enabled").Bool("enabled").Get(); ok && !enabled {
		return
	}
	if r.Repeated() {
		w = queue.NotKnown[time.Duration]("the mapping is repeated", nil)
	}
	q.Consumers = append(q.Consumers, &queue.Consumer{Function: f, Window: w})
}

func (t *terraformReader) functionOf(n *document.Node) string {
	address := n.Address()
	if strings.HasPrefix(address, "aws_lambda_alias.") {
		if alias := t.module.Resources[address]; alias != nil {
			return alias.Get("function_name").Address()
		}
	}
	return address
}
