package paymentintent

import "github.com/stripe/stripe-go/v82"

func New(p *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) { return nil, nil }
