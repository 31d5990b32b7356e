package paced

import (
	"context"

	"cloud.google.com/go/pubsub"
)

func do(b []byte) error { return nil }

func receive(ctx context.Context, c *pubsub.Client, topic *pubsub.Topic) error {
	s, err := c.CreateSubscription(ctx, "orders", pubsub.SubscriptionConfig{Topic: topic, RetryPolicy: &pubsub.RetryPolicy{}})
	if err != nil {
		return err
	}
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := do(m.Data); err != nil {
			m.Nack()
			return
		}
		m.Ack()
	})
}
