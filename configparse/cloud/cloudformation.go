package cloud

import (
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsTemplate says that a tree is a template of CloudFormation or SAM.
func IsTemplate(root *document.Node) bool {
	for _, e := range root.Get("Resources").Children() {
		if kind := e.Value.Get("Type"); kind.Is(document.Scalar) && strings.HasPrefix(kind.Text, "AWS::") {
			return true
		}
	}
	return false
}

// Template reads a template of CloudFormation or SAM.
func Template(root *document.Node) *Result {
	r := newStack(&template{root: root, parameters: root.Get("Parameters")})
	r.resources(root.Get("Resources"), root.Get("Globals", "Function", "Timeout"))
	return r.result()
}

// stack collects the queues, functions and tasks of one template.
type stack struct {
	*template
	queues    map[string]*queue.BrokerQueue
	order     []*queue.BrokerQueue
	functions map[string]*queue.Function
	tasks     []*Task
	// ties are made once everything is known.
	ties []func()
}

func newStack(t *template) *stack {
	return &stack{template: t, queues: map[string]*queue.BrokerQueue{}, functions: map[string]*queue.Function{}}
}

func (s *stack) result() *Result {
	for _, tie := range s.ties {
		tie()
	}
	return &Result{Queues: s.order, Tasks: s.tasks}
}

const maxResources = 2000

func (s *stack) resources(all, globalTimeout *document.Node) {
	for i, e := range all.Children() {
		properties := e.Value.Get("Properties")
		if i >= maxResources {
			return
		}
		switch kind := e.Value.Get("Type"); {
		case !kind.Is(document.Scalar):
		case kind.Text == "AWS::SQS::Queue":
			s.queue(e, properties)
		case kind.Text == "AWS::ECS::TaskDefinition":
			s.task(properties)
		case kind.Text == "AWS::Lambda::Function":
			s.function(e, properties, nil)
		case kind.Text == "AWS::Serverless::Function":
			s.function(e, properties, globalTimeout)
			for _, event := range properties.Get("Events").Children() {
				if event.Value.Get("Type").Is(document.Scalar) && event.Value.Get("Type").Text == "SQS" {
					p := event.Value.Get("Properties")
					s.tie(s.get(p, "Queue"), e.Key, s.get(p, "MaximumBatchingWindowInSeconds"), s.get(p, "Enabled"))
				}
			}
		case kind.Text == "AWS::Lambda::EventSourceMapping":
			f := s.get(properties, "FunctionName")
			s.tie(s.get(properties, "EventSourceArn"), f.Address(), s.get(properties, "MaximumBatchingWindowInSeconds"), s.get(properties, "Enabled"))
		}
	}
}

func (s *stack) queue(e *document.Entry, properties *document.Node) {
	q := &queue.BrokerQueue{
		Address: e.Key, Span: e.Span, Setting: "VisibilityTimeout", Visibility: visibility(s.get(properties, "VisibilityTimeout"), "VisibilityTimeout"),
		Name: s.get(properties, "QueueName").String("QueueName"),
	}
	policy := s.get(properties, "RedrivePolicy")
	if policy.Is(document.Mapping) {
		if count := s.get(policy, "maxReceiveCount"); count != nil {
			q.MaxReceive = count.Int("maxReceiveCount")
		}
	} else {
		q.MaxReceive = maxReceive(policy, "maxReceiveCount")
	}
	if q.Name.IsAbsent() {
		q.Name = queue.NotKnown[string]("CloudFormation gives the name", nil)
	}
	s.queues[e.Key] = q
	s.order = append(s.order, q)
}

func (s *stack) function(e *document.Entry, properties, global *document.Node) {
	n := s.get(properties, "Timeout")
	if !n.IsSet() {
		n = s.value(global, 0)
	}
	s.functions[e.Key] = &queue.Function{
		Name: e.Key, Span: e.Span, Timeout: timeout(n, "Timeout", defaultTimeout), Reserved: properties.Get("ReservedConcurrentExecutions").IsSet(),
	}
}

// tie gives a queue a consumer where both are in the template. A queue may be named by its address too.
func (s *stack) tie(source *document.Node, function string, batching, enabled *document.Node) {
	s.ties = append(s.ties, func() {
		q, f := s.queueOf(source), s.functions[function]
		if on, ok := enabled.Bool("Enabled").Get(); q == nil || f == nil || ok && !on {
			return
		}
		var w queue.Value[time.Duration] = window(batching, "MaximumBatchingWindowInSeconds")
		q.Consumers = append(q.Consumers, &queue.Consumer{Function: f, Window: w})
	})
}

func (s *stack) queueOf(n *document.Node) *queue.BrokerQueue {
	if q := s.queues[n.Address()]; q != nil {
		return q
	}
	if !n.Is(document.Scalar) || n.Why != "" || !strings.HasPrefix(n.Text, "arn:") {
		return nil
	}
	name := n.Text[strings.LastIndexByte(n.Text, ':')+1:]
	for _, q := range s.order {
		if own, ok := q.Name.Get(); ok && own == name {
			return q
		}
	}
	return nil
}
