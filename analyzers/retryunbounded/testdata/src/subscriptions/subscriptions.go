package subscriptions

import (
	"context"

	"cloud.google.com/go/pubsub"
)

func do(b []byte) error { return nil }

func receive(ctx context.Context, c *pubsub.Client, topic *pubsub.Topic) error {
	s, err := c.CreateSubscription(ctx, "orders", pubsub.SubscriptionConfig{Topic: topic})
	if err != nil {
		return err
	}
	s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := do(m.Data); err != nil {
			if m.DeliveryAttempt != nil && *m.DeliveryAttempt > 5 {
				m.Ack()
				return
			}
			m.Nack()
			return
		}
		m.Ack()
	})
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		if err := do(m.Data); err != nil {
			m.Nack() // want `Nack puts every failed message back at once, and the subscription has neither RetryPolicy nor DeadLetterPolicy \(line 12\): a poison message turns into a hot loop \(QG201\)`
			return
		}
		m.Ack()
	})
}
