package gateways

import (
	"context"
	"fmt"

	"github.com/adyen/adyen-go-api-library/v7/src/checkout"
	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"github.com/plutov/paypal/v4"
	"github.com/riverqueue/river"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/paymentintent"
)

type handler struct {
	adyen  *checkout.APIClient
	paypal *paypal.Client
}

func (h *handler) pay(ctx context.Context, t *asynq.Task) error {
	req := h.adyen.PaymentsApi.PaymentsInput()
	req = req.PaymentRequest(checkout.PaymentRequest{Reference: "1"})
	_, _, err := h.adyen.PaymentsApi.Payments(ctx, req) // want `adyen Payments has no idempotency key: a retried job pays again \(QG703\)`
	if err != nil {
		return err
	}
	fresh := h.adyen.PaymentsApi.PaymentsInput().IdempotencyKey(uuid.NewString()).PaymentRequest(checkout.PaymentRequest{})
	_, _, err = h.adyen.PaymentsApi.Payments(ctx, fresh) // want `adyen Payments gets a new idempotency key on each try`
	return err
}

func (h *handler) payOnce(ctx context.Context, t *asynq.Task) error {
	req := h.adyen.PaymentsApi.PaymentsInput().IdempotencyKey("pay-" + string(t.Payload()))
	if _, _, err := h.adyen.PaymentsApi.Payments(ctx, req.PaymentRequest(checkout.PaymentRequest{})); err != nil {
		return err
	}
	_, _, err := h.adyen.PaymentsApi.Payments(ctx, h.built(t))
	return err
}

func (h *handler) built(t *asynq.Task) checkout.PaymentsApiPaymentsInput {
	return h.adyen.PaymentsApi.PaymentsInput().IdempotencyKey(string(t.Payload()))
}

func (h *handler) refund(ctx context.Context, t *asynq.Task) error {
	api := h.adyen.ModificationsApi
	if _, _, err := api.RefundCapturedPayment(ctx, api.RefundCapturedPaymentInput("psp")); err != nil { // want `adyen RefundCapturedPayment has no idempotency key`
		return err
	}
	if _, err := h.paypal.RefundCapture(ctx, "c", paypal.RefundCaptureRequest{}); err != nil { // want `paypal RefundCapture has no idempotency key`
		return err
	}
	if _, err := h.paypal.RefundCaptureWithPaypalRequestId(ctx, "c", paypal.RefundCaptureRequest{}, uuid.NewString()); err != nil { // want `paypal RefundCaptureWithPaypalRequestId gets a new idempotency key`
		return err
	}
	_, err := h.paypal.RefundCaptureWithPaypalRequestId(ctx, "c", paypal.RefundCaptureRequest{}, string(t.Payload()))
	return err
}

// PayPal captures an order once.
func (h *handler) capture(ctx context.Context, t *asynq.Task) error {
	_, err := h.paypal.CaptureOrder(ctx, string(t.Payload()), paypal.CaptureOrderRequest{})
	return err
}

func (h *handler) attempt(ctx context.Context, t *asynq.Task) error {
	n, _ := asynq.GetRetryCount(ctx)
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(fmt.Sprintf("pay-%s-%d", t.Payload(), n))
	_, err := paymentintent.New(p) // want `stripe paymentintent.New gets a new idempotency key on each try`
	return err
}

type args struct{}

func (args) Kind() string { return "pay" }

type worker struct{ river.WorkerDefaults[args] }

func (w *worker) Work(ctx context.Context, job *river.Job[args]) error {
	p := &stripe.PaymentIntentParams{}
	p.SetIdempotencyKey(fmt.Sprintf("pay-%d-%d", job.ID, job.Attempt))
	if _, err := paymentintent.New(p); err != nil { // want `gets a new idempotency key on each try`
		return err
	}
	q := &stripe.PaymentIntentParams{}
	q.SetIdempotencyKey(fmt.Sprintf("pay-%d", job.ID))
	_, err := paymentintent.New(q)
	return err
}
