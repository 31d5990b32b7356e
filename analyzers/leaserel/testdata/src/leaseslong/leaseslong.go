package leaseslong

import (
	"context"
	"time"

	"cloud.google.com/go/pubsub"
	"github.com/nats-io/nats.go"
	"github.com/vmihailenco/taskq/v3"
)

var queue = taskq.QueueOptions{Name: "mail", ReservationTimeout: time.Hour}

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
	}, nats.ManualAck(), nats.AckWait(5*time.Minute))
}

func receive(ctx context.Context, s *pubsub.Subscription) error {
	s.ReceiveSettings.MaxExtension = 5 * time.Minute
	return s.Receive(ctx, func(ctx context.Context, m *pubsub.Message) {
		ctx, cancel := context.WithTimeout(ctx, time.Minute)
		defer cancel()
		<-ctx.Done()
		m.Ack()
	})
}
