// Package stripe is a stand-in for github.com/stripe/stripe-go/v82.
package stripe

import "context"

type Params struct {
	Context        context.Context
	IdempotencyKey *string
}

func (p *Params) SetIdempotencyKey(key string) { p.IdempotencyKey = &key }

type PaymentIntentParams struct {
	Params
	Amount   *int64
	Currency *string
}

type PaymentIntent struct{ ID string }

func String(s string) *string { return &s }

func Int64(n int64) *int64 { return &n }
