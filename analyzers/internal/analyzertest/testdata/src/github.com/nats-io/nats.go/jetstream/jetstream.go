package jetstream

import (
	"context"
	"time"
)

type Msg interface {
	Data() []byte
	Ack() error
	DoubleAck(ctx context.Context) error
	Nak() error
	NakWithDelay(d time.Duration) error
	InProgress() error
	Term() error
}
type MessageHandler func(msg Msg)
type ConsumeContext interface{ Stop() }
type Consumer interface {
	Consume(handler MessageHandler) (ConsumeContext, error)
}
type AckPolicy int

const (
	AckExplicitPolicy AckPolicy = iota
	AckAllPolicy
	AckNonePolicy
)

type ConsumerConfig struct {
	Durable    string
	AckPolicy  AckPolicy
	AckWait    time.Duration
	MaxDeliver int
	BackOff    []time.Duration
}
