package workflow

import (
	"time"

	"go.temporal.io/sdk/temporal"
)

type Context interface{ Done() }
type ActivityOptions struct {
	ScheduleToCloseTimeout time.Duration
	StartToCloseTimeout    time.Duration
	HeartbeatTimeout       time.Duration
	RetryPolicy            *temporal.RetryPolicy
}
