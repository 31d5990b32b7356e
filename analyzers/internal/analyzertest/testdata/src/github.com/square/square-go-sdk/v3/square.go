package square

type CreatePaymentRequest struct {
	SourceID       string
	IdempotencyKey string
}
type Payment struct{}
