package leaks

import (
	"context"
	"encoding/json"
	"log"

	"cloud.google.com/go/pubsub"
	"github.com/adjust/rmq/v5"
	"github.com/rabbitmq/amqp091-go"
)

func do(b []byte) error { return nil }

func kinds(ch <-chan amqp091.Delivery) {
	for d := range ch { // want `a way through this loop neither acknowledges the delivery nor gives it back: it stays with the consumer \(QG302\)`
		switch d.Type {
		case "paid":
			do(d.Body)
			d.Ack(false)
		default:
			log.Print("unknown", d.Type)
		}
	}
}

func all(ch <-chan amqp091.Delivery) {
	for d := range ch {
		switch d.Type {
		case "paid":
			do(d.Body)
			d.Ack(false)
		default:
			d.Reject(false)
		}
	}
}

func handed(ch <-chan amqp091.Delivery, out chan<- amqp091.Delivery) {
	for d := range ch {
		if d.Type == "paid" {
			out <- d
			continue
		}
		d.Ack(false)
	}
	for d := range ch {
		if d.Type == "paid" {
			answer(d)
			continue
		}
		d.Ack(false)
	}
	for d := range ch {
		go func() {
			if do(d.Body) == nil {
				d.Ack(false)
			}
		}()
	}
}

func answer(d amqp091.Delivery) { d.Ack(false) }

// Every tenth acknowledges those before it too.
func batches(ch <-chan amqp091.Delivery) {
	n := 0
	for d := range ch {
		if n++; n%10 == 0 {
			d.Ack(true)
		}
	}
}

// Nothing is answered: the broker's autoAck, or another's business.
func silent(ch <-chan amqp091.Delivery) {
	for d := range ch {
		do(d.Body)
	}
}

func ends(ch <-chan amqp091.Delivery) error {
	for d := range ch {
		if err := do(d.Body); err != nil {
			return err // the channel is closed and the delivery comes back
		}
		d.Ack(false)
	}
	return nil
}

func callbacks(s *pubsub.Subscription) {
	s.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) { // want `a way through this callback neither acknowledges the message nor gives it back: it is held for up to an hour`
		if err := do(m.Data); err != nil {
			log.Print(err)
			return
		}
		m.Ack()
	})
	s.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) {
		if err := do(m.Data); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
	s.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) {
		defer m.Ack()
		do(m.Data)
	})
}

func decoded(ch <-chan amqp091.Delivery) {
	for d := range ch { // want `a way through this loop neither acknowledges the delivery nor gives it back`
		var v any
		if err := json.Unmarshal(d.Body, &v); err != nil {
			log.Print(err)
			continue
		}
		d.Ack(false)
	}
}

// With autoAck there is nothing to answer.
func automatic(c *amqp091.Channel) error {
	deliveries, err := c.Consume("q", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		if d.Type == "paid" {
			do(d.Body)
		}
	}
	return nil
}

type consumer struct{}

func (consumer) Consume(d rmq.Delivery) { // want `a way through this consumer neither acknowledges the delivery nor rejects it: it stays unacked until a cleaner gives it back`
	if err := do([]byte(d.Payload())); err != nil {
		log.Print(err)
		return
	}
	d.Ack()
}

func consumers(q rmq.Queue) {
	q.AddConsumerFunc("a", func(d rmq.Delivery) {
		if err := do([]byte(d.Payload())); err != nil {
			d.Reject()
			return
		}
		d.Ack()
	})
	q.AddConsumerFunc("b", func(d rmq.Delivery) { handOver(d) })
}

func handOver(d rmq.Delivery) { d.Ack() }
