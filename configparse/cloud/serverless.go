package cloud

import (
	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsServerless says that a tree is a serverless.yml for AWS.
func IsServerless(root *document.Node) bool {
	provider := root.Get("provider", "name")
	return provider.Is(document.Scalar) && provider.Text == "aws" && root.Get("functions").Is(document.Mapping)
}

// Serverless reads a serverless.yml: its functions, and the queues among its resources. What constructs of plugins make is not known.
func Serverless(root *document.Node) *Result {
	s := newStack(&template{root: root, self: root})
	stacks := []*document.Node{root.Get("resources")}
	stacks = append(stacks, root.Get("resources").Elements()...)
	for _, one := range stacks {
		s.resources(one.Get("Resources"), nil)
	}
	for _, e := range root.Get("functions").Children() {
		n := s.get(e.Value, "timeout")
		if !n.IsSet() {
			n = s.get(root, "provider", "timeout")
		}
		limit := n.Seconds("timeout").Or(queue.Is(serverlessTimeout, providerDefault("serverless' default of timeout")))
		s.functions[e.Key] = &queue.Function{Name: e.Key, Span: e.Span, Timeout: limit, Reserved: e.Value.Get("reservedConcurrency").IsSet()}
		for _, event := range e.Value.Get("events").Elements() {
			sqs := event.Get("sqs")
			if sqs == nil {
				continue
			}
			from, batching, enabled := s.value(sqs, 0), (*document.Node)(nil), (*document.Node)(nil)
			if name, _ := function(sqs); name == "" && sqs.Is(document.Mapping) {
				from, batching, enabled = s.get(sqs, "arn"), s.get(sqs, "maximumBatchingWindow"), s.get(sqs, "enabled")
			}
			s.tie(from, e.Key, batching, enabled)
		}
	}
	return s.result()
}
