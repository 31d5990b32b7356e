package published

import (
	"context"
	"database/sql"

	"published/ids"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/rabbitmq/amqp091-go"
)

type handler struct {
	db    *sql.DB
	js    jetstream.JetStream
	queue *sqs.Client
	amqp  *amqp091.Channel
}

func (h *handler) nats(ctx context.Context, t *asynq.Task) error {
	_, err := h.js.Publish(ctx, "orders", nil, jetstream.WithMsgID(uuid.NewString())) // want `the message id is minted on each try: a job that runs again publishes a second message, and nothing takes it for a duplicate \(QG704\)`
	if err != nil {
		return err
	}
	_, err = h.js.Publish(ctx, "orders", nil, jetstream.WithMsgID("order-"+string(t.Payload())))
	return err
}

func (h *handler) sqs(ctx context.Context, t *asynq.Task) error {
	id, stable := ids.New(), string(t.Payload())
	if _, err := h.queue.SendMessage(ctx, &sqs.SendMessageInput{MessageDeduplicationId: &id}); err != nil { // want `MessageDeduplicationId is minted on each try`
		return err
	}
	_, err := h.queue.SendMessage(ctx, &sqs.SendMessageInput{MessageDeduplicationId: &stable})
	return err
}

func (h *handler) rabbit(ctx context.Context, t *asynq.Task) error {
	m := amqp091.Publishing{MessageId: uuid.NewString()} // want `MessageId is minted on each try`
	return h.amqp.PublishWithContext(ctx, "", "orders", false, false, m)
}

// Another package mints it.
func (h *handler) row(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", ids.New(), "r") // want `the conflict target id of INSERT INTO orders is minted on each try`
	return err
}

// Not in a job.
func form(ctx context.Context, js jetstream.JetStream) { // want form:`the message id is minted on each try`
	js.Publish(ctx, "orders", nil, jetstream.WithMsgID(uuid.NewString()))
}
