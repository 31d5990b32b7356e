package pubsub

import (
	"context"
	"time"
)

type Message struct {
	Data            []byte
	DeliveryAttempt *int
}

func (m *Message) Ack()  {}
func (m *Message) Nack() {}

type Subscription struct{ ReceiveSettings ReceiveSettings }
type ReceiveSettings struct {
	MaxExtension           time.Duration
	MaxOutstandingMessages int
}
type Topic struct{}
type DeadLetterPolicy struct{ MaxDeliveryAttempts int }
type RetryPolicy struct{ MinimumBackoff, MaximumBackoff any }
type SubscriptionConfig struct {
	Topic            *Topic
	AckDeadline      time.Duration
	DeadLetterPolicy *DeadLetterPolicy
	RetryPolicy      *RetryPolicy
}
type Client struct{}

func (c *Client) CreateSubscription(ctx context.Context, id string, cfg SubscriptionConfig) (*Subscription, error) {
	return nil, nil
}

func (s *Subscription) Receive(ctx context.Context, f func(context.Context, *Message)) error {
	return nil
}
