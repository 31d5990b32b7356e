package acks

import (
	"context"
	"encoding/json"
	"errors"
	"log"

	"acks/store"

	"cloud.google.com/go/pubsub"
	"github.com/IBM/sarama"
	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

type consumer struct{ store *store.Store }

var errGone = errors.New("gone")

func (c *consumer) first(ctx context.Context, ch <-chan amqp091.Delivery) {
	for d := range ch {
		d.Ack(false) // want `acknowledged before INSERT INTO events \(line 26\): if that fails, the job is lost \(QG301\)`
		if err := c.store.Save(ctx, d.Body); err != nil {
			log.Print(err)
		}
	}
}

func (c *consumer) last(ctx context.Context, ch <-chan amqp091.Delivery) {
	for d := range ch {
		var v any
		if json.Unmarshal(d.Body, &v) != nil {
			d.Ack(false) // it will never be readable
			continue
		}
		if c.store.Save(ctx, d.Body) != nil {
			d.Nack(false, false)
			continue
		}
		d.Ack(false)
	}
}

func (c *consumer) merged(ctx context.Context, ch <-chan amqp091.Delivery) {
	for d := range ch {
		if err := c.store.Save(ctx, d.Body); err != nil {
			log.Print(err)
		}
		d.Ack(false) // want `acknowledged although INSERT INTO events failed \(line 49\): the job is lost`
	}
}

func (c *consumer) drops(ctx context.Context, d amqp091.Delivery) error {
	if err := c.store.Save(ctx, d.Body); err != nil {
		d.Ack(false) // want `acknowledged although INSERT INTO events failed`
		return err
	}
	return d.Ack(false)
}

func (c *consumer) parks(ctx context.Context, d amqp091.Delivery) error {
	if err := c.store.Save(ctx, d.Body); err != nil {
		if err := c.store.Park(ctx, d.Body); err != nil {
			return d.Nack(false, true)
		}
	}
	return d.Ack(false)
}

func (c *consumer) permanent(ctx context.Context, d amqp091.Delivery) error {
	err := c.store.Save(ctx, d.Body)
	if errors.Is(err, errGone) {
		return d.Ack(false)
	}
	if err != nil {
		return d.Nack(false, true)
	}
	return d.Ack(false)
}

func (c *consumer) deferred(sub *pubsub.Subscription) {
	sub.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) {
		defer m.Ack() // want `acknowledged whatever becomes of INSERT INTO events \(line 87\): if that fails, the job is lost`
		if err := c.store.Save(ctx, m.Data); err != nil {
			log.Print(err)
		}
	})
	sub.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) {
		var err error
		defer func() {
			if err != nil {
				m.Nack()
			} else {
				m.Ack()
			}
		}()
		err = c.store.Save(ctx, m.Data)
	})
	sub.Receive(context.Background(), func(ctx context.Context, m *pubsub.Message) {
		defer m.Ack()
		log.Print(m.Data)
	})
}

func (c *consumer) stream(consumer jetstream.Consumer) {
	consumer.Consume(func(m jetstream.Msg) {
		if err := m.Ack(); err != nil { // want `acknowledged before INSERT INTO events`
			return
		}
		c.store.Save(context.Background(), m.Data())
	})
	consumer.Consume(func(m jetstream.Msg) {
		if err := c.store.Save(context.Background(), m.Data()); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
}

func (c *consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := c.store.Save(s.Context(), m.Value); err != nil {
			log.Print(err)
		}
		s.MarkMessage(m, "") // want `acknowledged although INSERT INTO events failed`
	}
	return nil
}

func (c *consumer) kafka(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.store.Save(ctx, m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *consumer) mill(m *message.Message) error {
	m.Ack() // want `acknowledged before INSERT INTO events`
	return c.store.Save(m.Context(), m.Payload)
}

func (c *consumer) afterwards(ctx context.Context, d amqp091.Delivery) error {
	if err := c.store.Save(ctx, d.Body); err != nil {
		return d.Nack(false, true)
	}
	d.Ack(false) // want `acknowledged before INSERT INTO parked`
	return c.store.Park(ctx, d.Body)
}
