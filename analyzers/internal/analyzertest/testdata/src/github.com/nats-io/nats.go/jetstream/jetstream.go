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
	Metadata() (*MsgMetadata, error)
}

type MsgMetadata struct{ NumDelivered uint64 }

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

type PubAck struct{}
type PublishOpt func(*int) error

func WithMsgID(id string) PublishOpt { return nil }

type Publisher interface {
	Publish(ctx context.Context, subject string, payload []byte, opts ...PublishOpt) (*PubAck, error)
}
type JetStream interface{ Publisher }
