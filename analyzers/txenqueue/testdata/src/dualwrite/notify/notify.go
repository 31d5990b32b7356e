package notify

import (
	"context"

	"github.com/rabbitmq/amqp091-go"
)

type Notifier struct{ ch *amqp091.Channel }

func (n *Notifier) Send(ctx context.Context, body []byte) error {
	return n.ch.PublishWithContext(ctx, "", "mail", false, false, amqp091.Publishing{Body: body})
}
