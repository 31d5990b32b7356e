// Package app hands its handlers to the loops.
package app

import (
	"context"
	"database/sql"
	"log"

	"handing/loop"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
	"github.com/rabbitmq/amqp091-go"
)

type handler struct{ db *sql.DB }

func (h *handler) onMessage(ctx context.Context, m *kafka.Message) {
	if err := h.store(ctx, m.Value); err != nil {
		log.Print(err)
	}
}

func (h *handler) store(ctx context.Context, b []byte) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", b)
	return err
}

func run(ctx context.Context, h *handler, p *kafka.Producer, deliveries <-chan amqp091.Delivery) error {
	c, err := loop.Consumer()
	if err != nil {
		return err
	}
	loop.Handled(ctx, c, h.onMessage)()
	loop.Handled(ctx, c, func(ctx context.Context, m *kafka.Message) { p.Produce(m, nil) })()
	loop.Shown(ctx, c, h.onMessage)
	loop.Shown(ctx, c, func(ctx context.Context, m *kafka.Message) { log.Print(m) })
	loop.Deliveries(ctx, deliveries, h.store)
	return nil
}
