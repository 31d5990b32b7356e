package far

import (
	"context"

	"billing"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
)

type handler struct{ billing *billing.Service }

func (h *handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	if err := h.billing.Charge(1); err != nil { // want `stripe paymentintent.New has no idempotency key: a retried job pays again, in Charge at billing.go:15 \(QG703\)`
		return err
	}
	if err := billing.ChargeOnce(1, uuid.NewString()); err != nil { // want `gets a new idempotency key on each try`
		return err
	}
	if err := billing.ChargeOnce(1, ""); err != nil { // want `has no idempotency key`
		return err
	}
	return billing.ChargeOnce(1, string(t.Payload()))
}
