package tasks

import (
	"context"
	"time"
)

type Signature struct {
	Name       string
	RetryCount int
}

func SignatureFromContext(ctx context.Context) *Signature { return nil }

type ErrRetryTaskLater struct{}

func (ErrRetryTaskLater) Error() string { return "" }

func NewErrRetryTaskLater(msg string, retryIn time.Duration) ErrRetryTaskLater {
	return ErrRetryTaskLater{}
}
