package automatic

import (
	"context"
	"database/sql"
	"log"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

func save(ctx context.Context, db *sql.DB, body []byte) error {
	_, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func rabbit(ctx context.Context, ch *amqp091.Channel, db *sql.DB) error {
	deliveries, err := ch.Consume("q", "", true, false, false, false, nil) // want `autoAck acknowledges a delivery when it is sent, before INSERT INTO events \(line 27\): a crash loses all that are in flight \(QG301\)`
	if err != nil {
		return err
	}
	go func() {
		for d := range deliveries {
			save(ctx, db, d.Body)
		}
	}()
	manual, err := ch.ConsumeWithContext(ctx, "q", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range manual {
		if save(ctx, db, d.Body) == nil {
			d.Ack(false)
		}
	}
	prints, err := ch.Consume("q", "", true, false, false, false, nil)
	for d := range prints {
		log.Print(d.Body)
	}
	return err
}

func read(ctx context.Context, db *sql.DB) error {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "t", GroupID: "g"})
	for {
		m, err := r.ReadMessage(ctx) // want `ReadMessage commits the offset before INSERT INTO events \(line 53\)`
		if err != nil {
			return err
		}
		if err := save(ctx, db, m.Value); err != nil {
			return err
		}
	}
}

func mill(r *message.Router, sub message.Subscriber, db *sql.DB) {
	r.AddMiddleware(middleware.InstantAck) // want `InstantAck acknowledges a message before its handler runs`
	r.AddConsumerHandler("h", "t", sub, func(m *message.Message) error { return save(m.Context(), db, m.Payload) })
}

func stream(c jetstream.Consumer, db *sql.DB) jetstream.ConsumerConfig {
	c.Consume(func(m jetstream.Msg) { save(context.Background(), db, m.Data()) })
	return jetstream.ConsumerConfig{AckPolicy: jetstream.AckNonePolicy} // want `AckNonePolicy acknowledges a message when it is sent`
}
