// Package bounded bounds the deliveries of its consumers.
package bounded

import (
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var config = jetstream.ConsumerConfig{Durable: "orders", MaxDeliver: 5}

func do(b []byte) error { return nil }

func stream(c jetstream.Consumer) {
	c.Consume(func(m jetstream.Msg) {
		if err := do(m.Data()); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
}

func old(js nats.JetStreamContext) {
	js.Subscribe("orders", func(m *nats.Msg) {
		if err := do(m.Data); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	}, nats.ManualAck(), nats.MaxDeliver(5))
}
