// Package paymentintent is a stand-in for github.com/stripe/stripe-go/v82/paymentintent.
package paymentintent

import "github.com/stripe/stripe-go/v82"

func New(params *stripe.PaymentIntentParams) (*stripe.PaymentIntent, error) {
	return &stripe.PaymentIntent{}, nil
}
