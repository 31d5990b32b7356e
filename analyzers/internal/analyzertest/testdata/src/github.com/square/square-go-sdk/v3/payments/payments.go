package payments

import (
	"context"

	"github.com/square/square-go-sdk/v3"
)

type Client struct{}

func (c *Client) Create(ctx context.Context, r *square.CreatePaymentRequest) (*square.Payment, error) {
	return nil, nil
}
