// Package naive charges an order as long as nothing goes wrong: the queue delivers the job once, and one delivery at a time.
package naive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

// Charge handles the job that charges an order.
type Charge struct {
	DB *pgxpool.Pool
}

type order struct {
	ID    int64 `json:"order"`
	Cents int64 `json:"cents"`
}

// ProcessTask looks whether the order was charged, and charges it if not.
func (c *Charge) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var o order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	var id int64
	err := c.DB.QueryRow(ctx, "SELECT id FROM charges WHERE order_id = $1", o.ID).Scan(&id)
	if err == nil {
		return nil // charged already
	}
	if !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("charge %d: %w", o.ID, err)
	}
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Cents), Currency: stripe.String("try")}
	params.Context = ctx
	intent, err := paymentintent.New(params)
	if err != nil {
		return fmt.Errorf("charge %d: %w", o.ID, err)
	}
	_, err = c.DB.Exec(ctx, "INSERT INTO charges (order_id, cents, receipt) VALUES ($1, $2, $3)", o.ID, o.Cents, intent.ID)
	return err
}
