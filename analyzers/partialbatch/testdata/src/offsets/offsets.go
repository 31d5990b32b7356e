package offsets

import (
	"context"
	"database/sql"
	"log"

	"github.com/IBM/sarama"
	"github.com/segmentio/kafka-go"
)

type consumer struct {
	db   *sql.DB
	dead *kafka.Writer
}

func (c *consumer) save(ctx context.Context, body []byte) error {
	_, err := c.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func (c *consumer) goesOn(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.save(ctx, m.Value); err != nil { // want `a message whose INSERT INTO events failed is left uncommitted, but the next commit passes over it \(QG304\)`
			log.Print(err)
			continue
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *consumer) ConsumeClaim(s sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error {
	for m := range claim.Messages() {
		if err := c.save(s.Context(), m.Value); err != nil { // want `a message whose INSERT INTO events failed`
			log.Print(err)
			continue
		}
		s.MarkMessage(m, "")
	}
	return nil
}

func (c *consumer) stops(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.save(ctx, m.Value); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (c *consumer) parks(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		if err := c.save(ctx, m.Value); err != nil {
			if err := c.dead.WriteMessages(ctx, m); err != nil {
				return err
			}
			continue
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}
