package amqp091

import "context"

type Table map[string]any
type Delivery struct {
	Headers     Table
	MessageId   string
	Type        string
	Redelivered bool
	Body        []byte
}

func (d Delivery) Ack(multiple bool) error           { return nil }
func (d Delivery) Nack(multiple, requeue bool) error { return nil }
func (d Delivery) Reject(requeue bool) error         { return nil }

type Publishing struct {
	MessageId string
	Body      []byte
}
type Channel struct{}

func (ch *Channel) Consume(queue, consumer string, autoAck, exclusive, noLocal, noWait bool, args Table) (<-chan Delivery, error) {
	return nil, nil
}
func (ch *Channel) ConsumeWithContext(ctx context.Context, queue, consumer string, autoAck, exclusive, noLocal, noWait bool, args Table) (<-chan Delivery, error) {
	return nil, nil
}
func (ch *Channel) PublishWithContext(ctx context.Context, exchange, key string, mandatory, immediate bool, msg Publishing) error {
	return nil
}

type Error struct{ Reason string }

func (e Error) Error() string { return e.Reason }

type Connection struct{}

func Dial(url string) (*Connection, error)                       { return nil, nil }
func (c *Connection) Channel() (*Channel, error)                 { return nil, nil }
func (ch *Channel) NotifyClose(receiver chan *Error) chan *Error { return receiver }
