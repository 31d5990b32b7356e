package leases

import (
	"context"
	"time"

	"cloud.google.com/go/pubsub"
	"github.com/nats-io/nats.go"
	"github.com/vmihailenco/taskq/v3"
)

var queue = taskq.QueueOptions{Name: "mail"} // want `a message is given to another worker after 5m0s, but its handler may run 10m0s \(QG102\)`

var task = taskq.RegisterTask(&taskq.TaskOptions{Name: "mail", Handler: send})

func send(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	<-ctx.Done()
	return nil
}

func old(js nats.JetStreamContext) {
	js.Subscribe("orders", func(m *nats.Msg) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		<-ctx.Done()
		m.Ack()
	}, nats.ManualAck(), nats.AckWait(10*time.Second)) // want `a message is delivered again after 10s, but its handler may run 1m0s`
}

func receive(ctx context.Context, s *pubsub.Subscription) error {
	s.ReceiveSettings.MaxExtension = 30 * time.Second // want `a message is extended for 30s at most, but its handler may run 1m0s: it is delivered again meanwhile`
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		<-ctx.Done()
		m.Ack()
	})
}
