package pubsub

import "context"

type Message struct{ Data []byte }

func (m *Message) Ack()  {}
func (m *Message) Nack() {}

type Subscriber struct{}

func (s *Subscriber) Receive(ctx context.Context, f func(context.Context, *Message)) error {
	return nil
}
