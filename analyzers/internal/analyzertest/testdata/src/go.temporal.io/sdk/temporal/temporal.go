package temporal

import "time"

type RetryPolicy struct {
	InitialInterval        time.Duration
	MaximumAttempts        int32
	NonRetryableErrorTypes []string
}
