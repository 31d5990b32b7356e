package cloud

import (
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsVapor says that a tree is a vapor.yml.
func IsVapor(root *document.Node) bool {
	return root.Get("environments").Is(document.Mapping) && (root.Get("id").Is(document.Scalar) || root.Get("name").Is(document.Scalar))
}

// Vapor reads the queues of each environment of a vapor.yml. Vapor makes SQS the application's default connection; queue-timeout, 60 s where it
// is not set, is both the visibility timeout and the time after which Lambda kills a worker (laravel/vapor-docs, resources/queues.md).
func Vapor(root *document.Node) *Result {
	out := &Result{}
	for _, e := range root.Get("environments").Children() {
		queues := e.Value.Get("queues")
		if off, ok := queues.Bool("queues").Get(); ok && !off {
			continue
		}
		const setting = "queue-timeout"
		q := &queue.BrokerQueue{
			Address: e.Key, Span: e.Span, Setting: setting, Name: queue.NotKnown[string]("Vapor gives the name", nil), Vapor: true,
			Visibility: e.Value.Get(setting).Seconds(setting).Or(queue.Is(time.Minute, providerDefault("Vapor's default of queue-timeout"))),
			MaxReceive: queue.NotKnown[int]("Vapor decides", nil),
		}
		for _, item := range queues.Elements() {
			name := item
			if len(item.Children()) == 1 {
				name = nil
				q.Named = append(q.Named, item.Entries[0].Key)
			}
			if name.Is(document.Scalar) {
				q.Named = append(q.Named, name.Text)
			}
		}
		out.Queues = append(out.Queues, q)
	}
	return out
}
