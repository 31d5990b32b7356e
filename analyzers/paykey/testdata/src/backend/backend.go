package backend

import (
	"context"

	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

func setup() { stripe.SetHTTPClient(nil) }

func handle(ctx context.Context, t *asynq.Task) error {
	_, err := paymentintent.New(&stripe.PaymentIntentParams{})
	return err
}
