package billing

import (
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

type Service struct{}

func (s *Service) Charge(amount int64) error { // want Charge:`has no idempotency key: a retried job pays again at billing.go:15`
	return s.charge(amount)
}

func (s *Service) charge(amount int64) error { // want charge:`has no idempotency key`
	_, err := paymentintent.New(&stripe.PaymentIntentParams{Amount: &amount})
	return err
}

func ChargeOnce(amount int64, key string) error {
	p := &stripe.PaymentIntentParams{Amount: &amount}
	p.SetIdempotencyKey(key)
	_, err := paymentintent.New(p)
	return err
}
