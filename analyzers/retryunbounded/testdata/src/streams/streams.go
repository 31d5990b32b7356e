package streams

import (
	"log"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

var config = jetstream.ConsumerConfig{Durable: "orders", BackOff: []time.Duration{time.Second}}

func do(b []byte) error { return nil }

func stream(c jetstream.Consumer) {
	c.Consume(func(m jetstream.Msg) {
		if err := do(m.Data()); err != nil {
			log.Print(err)
			m.Nak() // want `Nak puts every failed message back at once, and MaxDeliver is not set \(line 11, and BackOff does not count for Nak\): a poison message turns into a hot loop \(QG201\)`
			return
		}
		m.Ack()
	})
	c.Consume(func(m jetstream.Msg) {
		if err := do(m.Data()); err != nil {
			m.NakWithDelay(time.Minute)
			return
		}
		m.Ack()
	})
	c.Consume(func(m jetstream.Msg) {
		if err := do(m.Data()); err != nil {
			if meta, _ := m.Metadata(); meta != nil && meta.NumDelivered > 5 {
				m.Term()
				return
			}
			m.Nak()
			return
		}
		m.Ack()
	})
}

func old(js nats.JetStreamContext) {
	js.Subscribe("orders", func(m *nats.Msg) {
		if err := do(m.Data); err != nil {
			m.Nak() // want `Nak puts every failed message back at once`
			return
		}
		m.Ack()
	}, nats.ManualAck())
}
