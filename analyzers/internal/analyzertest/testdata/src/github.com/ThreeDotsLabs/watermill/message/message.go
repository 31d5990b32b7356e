package message

import (
	"context"
	"time"
)

type Message struct {
	UUID    string
	Payload []byte
}

func NewMessage(uuid string, payload []byte) *Message { return nil }
func (m *Message) Ack() bool                          { return true }
func (m *Message) Nack() bool                         { return true }
func (m *Message) Context() context.Context           { return nil }

type HandlerFunc func(msg *Message) ([]*Message, error)
type NoPublishHandlerFunc func(msg *Message) error
type HandlerMiddleware func(h HandlerFunc) HandlerFunc
type Publisher interface {
	Publish(topic string, messages ...*Message) error
}
type Subscriber interface {
	Subscribe(ctx context.Context, topic string) (<-chan *Message, error)
}
type Handler struct{}
type Router struct{}
type RouterConfig struct{ CloseTimeout time.Duration }

func (r *Router) AddMiddleware(m ...HandlerMiddleware) {}
func (r *Router) AddConsumerHandler(name, topic string, sub Subscriber, f NoPublishHandlerFunc) *Handler {
	return nil
}
