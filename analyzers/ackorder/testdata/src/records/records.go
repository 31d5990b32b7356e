package records

import (
	"context"
	"database/sql"
	"log"
	"sync"

	"cloud.google.com/go/pubsub/v2"
	"github.com/IBM/sarama"
	"github.com/adjust/rmq/v5"
	"github.com/nats-io/nats.go"
	"github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kgo"
)

type consumer struct {
	db    *sql.DB
	retry *amqp091.Channel
}

func (c *consumer) save(ctx context.Context, body []byte) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func (c *consumer) marked(ctx context.Context, cl *kgo.Client) {
	for {
		cl.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			cl.MarkCommitRecords(r) // want `acknowledged before INSERT INTO events \(line 32\): if that fails, the job is lost \(QG301\)`
			if err := c.save(ctx, r.Value); err != nil {
				log.Print(err)
			}
		})
	}
}

func (c *consumer) committed(ctx context.Context, cl *kgo.Client) error {
	for {
		fetches := cl.PollFetches(ctx)
		if err := cl.CommitUncommittedOffsets(ctx); err != nil { // want `acknowledged before INSERT INTO events`
			return err
		}
		fetches.EachRecord(func(r *kgo.Record) { c.save(ctx, r.Value) })
	}
}

func (c *consumer) committedLast(ctx context.Context, cl *kgo.Client) error {
	for {
		fetches := cl.PollFetches(ctx)
		for _, r := range fetches.Records() {
			if err := c.save(ctx, r.Value); err != nil {
				return err
			}
		}
		if err := cl.CommitUncommittedOffsets(ctx); err != nil {
			return err
		}
	}
}

func (c *consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		s.MarkMessage(m, "") // want `acknowledged before INSERT INTO events`
		if err := c.save(s.Context(), m.Value); err != nil {
			return err
		}
	}
	return nil
}

func (c *consumer) kafka(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil { // want `acknowledged before INSERT INTO events`
			return err
		}
		if err := c.save(ctx, m.Value); err != nil {
			return err
		}
	}
}

func (c *consumer) Consume(d rmq.Delivery) {
	d.Ack() // want `acknowledged before INSERT INTO events`
	c.save(context.Background(), []byte(d.Payload()))
}

func (c *consumer) deferred(ctx context.Context, d amqp091.Delivery) error {
	defer d.Ack(false) // want `acknowledged whatever becomes of INSERT INTO events`
	return c.save(ctx, d.Body)
}

func (c *consumer) second(ctx context.Context, s *pubsub.Subscriber) error {
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		m.Ack() // want `acknowledged before INSERT INTO events`
		c.save(ctx, m.Data)
	})
}

func (c *consumer) old(js nats.JetStreamContext) {
	js.Subscribe("events", func(m *nats.Msg) {
		c.save(context.Background(), m.Data)
	}, nats.AckNone()) // want `AckNone acknowledges a message when it is sent: a failure of the handler loses it`
}

// What has failed goes to another queue before it is acknowledged.
func (c *consumer) deadLetter(ctx context.Context, d amqp091.Delivery) error {
	if err := c.save(ctx, d.Body); err != nil {
		if err := c.retry.PublishWithContext(ctx, "", "dead", false, false, amqp091.Publishing{Body: d.Body}); err != nil {
			return d.Nack(false, true)
		}
	}
	return d.Ack(false)
}

func (c *consumer) spawned(ctx context.Context, ch <-chan amqp091.Delivery) {
	for d := range ch {
		go c.save(ctx, d.Body)
		d.Ack(false) // want `acknowledged while a goroutine \(line 123\) still has to do INSERT INTO events: if that fails, the job is lost`
	}
	for d := range ch {
		var wg sync.WaitGroup
		wg.Add(1)
		go func() {
			defer wg.Done()
			c.save(ctx, d.Body)
		}()
		wg.Wait()
		d.Ack(false)
	}
	for d := range ch {
		go func() {
			if c.save(ctx, d.Body) != nil {
				d.Nack(false, false)
				return
			}
			d.Ack(false)
		}()
	}
}
