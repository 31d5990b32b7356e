// Package storing stores offsets when the work is done.
package storing

import (
	"context"
	"database/sql"
	"time"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
)

func consumer() (*kafka.Consumer, error) {
	conf := &kafka.ConfigMap{"group.id": "events"}
	if err := conf.SetKey("enable.auto.offset.store", false); err != nil {
		return nil, err
	}
	return kafka.NewConsumer(conf)
}

func read(ctx context.Context, c *kafka.Consumer, db *sql.DB) error {
	for {
		m, err := c.ReadMessage(time.Second)
		if err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", m.Value); err != nil {
			return err
		}
		if _, err := c.StoreMessage(m); err != nil {
			return err
		}
	}
}

func early(ctx context.Context, c *kafka.Consumer, db *sql.DB) error {
	for {
		m, err := c.ReadMessage(time.Second)
		if err != nil {
			return err
		}
		c.CommitMessage(m) // want `acknowledged before INSERT INTO events`
		if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", m.Value); err != nil {
			return err
		}
	}
}
