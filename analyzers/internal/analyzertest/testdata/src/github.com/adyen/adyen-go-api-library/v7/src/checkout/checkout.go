package checkout

import (
	"context"
	"net/http"
)

type APIClient struct {
	PaymentsApi      *PaymentsApi
	ModificationsApi *ModificationsApi
}
type PaymentsApi struct{}
type PaymentRequest struct{ Reference string }
type PaymentResponse struct{}
type PaymentsApiPaymentsInput struct{}

func (a *PaymentsApi) PaymentsInput() PaymentsApiPaymentsInput { return PaymentsApiPaymentsInput{} }
func (r PaymentsApiPaymentsInput) IdempotencyKey(idempotencyKey string) PaymentsApiPaymentsInput {
	return r
}
func (r PaymentsApiPaymentsInput) PaymentRequest(paymentRequest PaymentRequest) PaymentsApiPaymentsInput {
	return r
}
func (a *PaymentsApi) Payments(ctx context.Context, r PaymentsApiPaymentsInput) (PaymentResponse, *http.Response, error) {
	return PaymentResponse{}, nil, nil
}

type ModificationsApi struct{}
type PaymentRefundResource struct{}
type ModificationsApiRefundCapturedPaymentInput struct{}

func (a *ModificationsApi) RefundCapturedPaymentInput(paymentPspReference string) ModificationsApiRefundCapturedPaymentInput {
	return ModificationsApiRefundCapturedPaymentInput{}
}
func (r ModificationsApiRefundCapturedPaymentInput) IdempotencyKey(idempotencyKey string) ModificationsApiRefundCapturedPaymentInput {
	return r
}
func (a *ModificationsApi) RefundCapturedPayment(ctx context.Context, r ModificationsApiRefundCapturedPaymentInput) (PaymentRefundResource, *http.Response, error) {
	return PaymentRefundResource{}, nil, nil
}
