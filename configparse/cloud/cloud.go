// Package cloud reads the queues that infrastructure as code declares, the functions that a platform calls for their messages, and the tasks of
// ECS: Terraform, CloudFormation, SAM, serverless.yml and vapor.yml.
package cloud

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Result is what files declare.
type Result struct {
	Queues   []*queue.BrokerQueue
	Tasks    []*Task
	Problems []queue.Problem
}

func providerDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: text}
}

// The defaults of AWS (SQS: CreateQueue; Lambda: CreateFunction, CreateEventSourceMapping).
const (
	defaultVisibility = 30 * time.Second
	defaultTimeout    = 3 * time.Second
	serverlessTimeout = 6 * time.Second
)

func visibility(n *document.Node, setting string) queue.Value[time.Duration] {
	return n.Seconds(setting).Or(queue.Is(defaultVisibility, providerDefault("SQS's default of "+setting)))
}

func timeout(n *document.Node, setting string, otherwise time.Duration) queue.Value[time.Duration] {
	return n.Seconds(setting).Or(queue.Is(otherwise, providerDefault("Lambda's default of "+setting)))
}

func window(n *document.Node, setting string) queue.Value[time.Duration] {
	return n.Seconds(setting).Or(queue.Is(time.Duration(0), providerDefault("Lambda's default of "+setting)))
}

// maxReceive is the count of a redrive policy: an object, or a text of JSON. Absent where there is no policy.
func maxReceive(policy *document.Node, key string) queue.Value[int] {
	if !policy.IsSet() {
		return queue.NotSet[int](nil)
	}
	if policy.Is(document.Scalar) {
		if policy.Why != "" {
			return queue.NotKnown[int](policy.Why, nil)
		}
		parsed := yaml.Parse(source.New(policy.Span.Path(), []byte(policy.Text)))
		if len(parsed.Documents) == 0 {
			return queue.NotKnown[int]("the redrive policy cannot be read", nil)
		}
		v := parsed.Documents[0].Document().Get(key).Int(key)
		return v.WithOrigin(&queue.Origin{Via: queue.ViaConfig, Span: policy.Span, Text: key})
	}
	if count := policy.Get(key); count != nil {
		return count.Int(key)
	}
	return queue.NotKnown[int]("the redrive policy names no "+key, nil)
}
