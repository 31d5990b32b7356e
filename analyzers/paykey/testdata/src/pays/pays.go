package pays

import (
	"context"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/square/square-go-sdk/v3"
	"github.com/square/square-go-sdk/v3/payments"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
	"github.com/stripe/stripe-go/v82/refund"
)

type order struct {
	ID     int64
	PayKey string
}

func load(t *asynq.Task) order { return order{} }

func none(ctx context.Context, t *asynq.Task) error {
	pi := string(t.Payload())
	p := &stripe.RefundParams{PaymentIntent: &pi}
	_, err := refund.New(p) // want `stripe refund.New has no idempotency key: a retried job pays again \(QG703\)`
	if err != nil {
		return err
	}
	if _, err = refund.New(nil); err != nil { // want `has no idempotency key`
		return err
	}
	_, err = refund.Get("re_1", nil)
	return err
}

func fresh(ctx context.Context, t *asynq.Task) error {
	p := &stripe.PaymentIntentParams{Amount: stripe.Int64(100)}
	p.SetIdempotencyKey(uuid.NewString())
	if _, err := paymentintent.New(p); err != nil { // want `stripe paymentintent.New gets a new idempotency key on each try`
		return err
	}
	q := &stripe.PaymentIntentParams{Params: stripe.Params{IdempotencyKey: stripe.String("pay-" + uuid.New().String())}}
	if _, err := paymentintent.New(q); err != nil { // want `gets a new idempotency key on each try`
		return err
	}
	r := &stripe.PaymentIntentParams{}
	r.Params.IdempotencyKey = stripe.String(strconv.FormatInt(time.Now().UnixNano(), 10))
	_, err := paymentintent.New(r) // want `gets a new idempotency key on each try`
	return err
}

func empty(ctx context.Context, t *asynq.Task) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey("")
	_, err := paymentintent.New(p) // want `has no idempotency key`
	return err
}

func stable(ctx context.Context, t *asynq.Task) error {
	o := load(t)
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey("order-" + strconv.FormatInt(o.ID, 10))
	if _, err := paymentintent.New(p); err != nil {
		return err
	}
	q := &stripe.PaymentIntentParams{Params: stripe.Params{IdempotencyKey: &o.PayKey}}
	if _, err := paymentintent.New(q); err != nil {
		return err
	}
	key := uuid.NewSHA1(uuid.NameSpaceOID, t.Payload()).String()
	r := &stripe.PaymentIntentParams{}
	r.SetIdempotencyKey(key)
	_, err := paymentintent.New(r)
	return err
}

// What was persisted wins over what is minted: the key is fresh on some ways only.
func kept(ctx context.Context, t *asynq.Task) error {
	o := load(t)
	key := o.PayKey
	if key == "" {
		key = uuid.NewString()
	}
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(key)
	_, err := paymentintent.New(p)
	return err
}

func given(ctx context.Context, t *asynq.Task) error {
	p := params(t)
	if _, err := paymentintent.New(p); err != nil {
		return err
	}
	q := &stripe.PaymentIntentParams{}
	finish(q)
	_, err := paymentintent.New(q)
	return err
}

func params(t *asynq.Task) *stripe.PaymentIntentParams { return nil }
func finish(p *stripe.PaymentIntentParams)             {}

func clients(c *stripe.Client, s *payments.Client) func(context.Context, *asynq.Task) error {
	return func(ctx context.Context, t *asynq.Task) error {
		if _, err := c.V1PaymentIntents.Create(ctx, &stripe.PaymentIntentCreateParams{Amount: stripe.Int64(1)}); err != nil { // want `stripe paymentintent.Create has no idempotency key`
			return err
		}
		_, err := s.Create(ctx, &square.CreatePaymentRequest{SourceID: "x", IdempotencyKey: uuid.NewString()}) // want `square CreatePaymentRequest gets a new idempotency key`
		return err
	}
}

// No handler reaches it.
func form(amount int64) error { // want form:`has no idempotency key`
	_, err := paymentintent.New(&stripe.PaymentIntentParams{Amount: &amount})
	return err
}
