package refund

import "github.com/stripe/stripe-go/v82"

func New(p *stripe.RefundParams) (*stripe.Refund, error)            { return nil, nil }
func Get(id string, p *stripe.RefundParams) (*stripe.Refund, error) { return nil, nil }
