package offsets

import (
	"context"
	"database/sql"
	"log"
	"time"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
)

func consumer() (*kafka.Consumer, error) {
	return kafka.NewConsumer(&kafka.ConfigMap{"bootstrap.servers": "k:9092", "group.id": "events"})
}

func save(ctx context.Context, db *sql.DB, body []byte) error {
	_, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func read(ctx context.Context, c *kafka.Consumer, db *sql.DB) error {
	for {
		m, err := c.ReadMessage(time.Second) // want `ReadMessage stores the offset for the next automatic commit, before INSERT INTO events \(line 27\): a failure loses the message, and so may a crash \(QG301\)`
		if err != nil {
			return err
		}
		if err := save(ctx, db, m.Value); err != nil {
			log.Print(err)
		}
	}
}

func poll(ctx context.Context, c *kafka.Consumer, db *sql.DB) error {
	for ctx.Err() == nil {
		switch e := c.Poll(100).(type) { // want `Poll stores the offset for the next automatic commit, before INSERT INTO events`
		case *kafka.Message:
			if err := save(ctx, db, e.Value); err != nil {
				return err
			}
		}
	}
	return nil
}

func show(c *kafka.Consumer) error {
	for {
		m, err := c.ReadMessage(time.Second)
		if err != nil {
			return err
		}
		log.Print(m)
	}
}
