// Package loop reads messages for whoever asks.
package loop

import (
	"context"
	"time"

	"github.com/confluentinc/confluent-kafka-go/v2/kafka"
	"github.com/rabbitmq/amqp091-go"
)

func Consumer() (*kafka.Consumer, error) {
	return kafka.NewConsumer(&kafka.ConfigMap{"group.id": "events"})
}

func Handled(ctx context.Context, c *kafka.Consumer, handle func(context.Context, *kafka.Message)) func() {
	return func() {
		for {
			m, err := c.ReadMessage(time.Second) // the line of a finding
			if err == nil {
				handle(ctx, m)
			}
		}
	}
}

func Shown(ctx context.Context, c *kafka.Consumer, handle func(context.Context, *kafka.Message)) {
	for {
		if m, err := c.ReadMessage(time.Second); err == nil {
			handle(ctx, m)
		}
	}
}

func Deliveries(ctx context.Context, deliveries <-chan amqp091.Delivery, handle func(context.Context, []byte) error) {
	for d := range deliveries {
		d.Ack(false) // the line of a finding
		_ = handle(ctx, d.Body)
	}
}
