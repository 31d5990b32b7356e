package stripe

import "context"

type Params struct {
	Context        context.Context
	IdempotencyKey *string
}

func (p *Params) SetIdempotencyKey(key string) { p.IdempotencyKey = &key }

type RefundParams struct {
	Params        Params
	PaymentIntent *string
	Amount        *int64
}

func (p *RefundParams) SetIdempotencyKey(key string) { p.Params.SetIdempotencyKey(key) }

type PaymentIntentParams struct {
	Params Params
	Amount *int64
}

func (p *PaymentIntentParams) SetIdempotencyKey(key string) { p.Params.SetIdempotencyKey(key) }

type PaymentIntentCreateParams struct {
	Params Params
	Amount *int64
}

func (p *PaymentIntentCreateParams) SetIdempotencyKey(key string) { p.Params.SetIdempotencyKey(key) }

type Refund struct{ ID string }
type PaymentIntent struct{ ID string }

func String(s string) *string { return &s }
func Int64(n int64) *int64    { return &n }

type v1PaymentIntentService struct{}

func (v1PaymentIntentService) Create(ctx context.Context, p *PaymentIntentCreateParams) (*PaymentIntent, error) {
	return nil, nil
}

type Client struct{ V1PaymentIntents *v1PaymentIntentService }

func SetHTTPClient(c any) {}
