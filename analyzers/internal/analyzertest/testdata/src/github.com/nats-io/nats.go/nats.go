package nats

import "time"

type Msg struct{ Data []byte }

func (m *Msg) Ack(opts ...AckOpt) error                               { return nil }
func (m *Msg) Nak(opts ...AckOpt) error                               { return nil }
func (m *Msg) NakWithDelay(delay time.Duration, opts ...AckOpt) error { return nil }
func (m *Msg) InProgress(opts ...AckOpt) error                        { return nil }

type AckOpt interface{}
type PubOpt interface{}
type SubOpt interface{}
type MsgHandler func(msg *Msg)
type Subscription struct{}
type PubAck struct{}
type JetStreamContext interface {
	Publish(subj string, data []byte, opts ...PubOpt) (*PubAck, error)
	Subscribe(subj string, cb MsgHandler, opts ...SubOpt) (*Subscription, error)
	QueueSubscribe(subj, queue string, cb MsgHandler, opts ...SubOpt) (*Subscription, error)
}

func ManualAck() SubOpt              { return nil }
func AckNone() SubOpt                { return nil }
func AckWait(t time.Duration) SubOpt { return nil }
func MaxDeliver(n int) SubOpt        { return nil }
func Durable(consumer string) SubOpt { return nil }
func MsgId(id string) PubOpt         { return nil }
