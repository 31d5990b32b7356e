// Package once charges an order once, however often the queue delivers the job.
package once

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgconn"
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

// uniqueViolation is PostgreSQL's code for a row that is there already.
const uniqueViolation = "23505"

// ProcessTask begins the order's only attempt, or takes up the one that an earlier delivery began. Deliveries that meet charge with the same
// key, which the gateway takes for one charge.
func (c *Charge) ProcessTask(ctx context.Context, t *asynq.Task) error {
	var o order
	if err := json.Unmarshal(t.Payload(), &o); err != nil {
		return fmt.Errorf("charge: %w", err)
	}
	key := fmt.Sprintf("charge-order-%d", o.ID)
	_, err := c.DB.Exec(ctx, "INSERT INTO payment_attempts (order_id, idempotency_key) VALUES ($1, $2)", o.ID, key)
	var exists *pgconn.PgError
	if errors.As(err, &exists) && exists.Code == uniqueViolation {
		var receipt *string
		err = c.DB.QueryRow(ctx, "SELECT receipt FROM payment_attempts WHERE order_id = $1", o.ID).Scan(&receipt)
		if err == nil && receipt != nil {
			return nil // charged already
		}
	}
	if err != nil {
		return fmt.Errorf("charge %d: %w", o.ID, err)
	}
	params := &stripe.PaymentIntentParams{Amount: stripe.Int64(o.Cents), Currency: stripe.String("try")}
	params.Context = ctx
	params.SetIdempotencyKey(key)
	intent, err := paymentintent.New(params)
	if err != nil {
		return fmt.Errorf("charge %d: %w", o.ID, err)
	}
	_, err = c.DB.Exec(ctx, "UPDATE payment_attempts SET receipt = $2 WHERE order_id = $1", o.ID, intent.ID)
	return err
}
