package recorded

import (
	"context"
	"time"

	"go.temporal.io/sdk/activity"
	"go.temporal.io/sdk/workflow"
)

func Fetch(ctx context.Context, url string) error {
	activity.RecordHeartbeat(ctx, url)
	return nil
}

func flow(ctx workflow.Context) error {
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Hour, HeartbeatTimeout: 30 * time.Second})
	return workflow.ExecuteActivity(ctx, Fetch, "u").Get(ctx, nil)
}
