package beating

import (
	"context"
	"net/http"
	"time"

	"go.temporal.io/sdk/workflow"
)

type activities struct {
	other interface{ Do(context.Context) error }
}

func (a *activities) Fetch(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err
}

func (a *activities) Handed(ctx context.Context) error { return a.other.Do(ctx) }

func flow(ctx workflow.Context) error {
	var a *activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Hour,
		HeartbeatTimeout:    30 * time.Second, // want `activity Fetch records no heartbeat: when it runs longer than HeartbeatTimeout 30s it is taken for dead and started again \(QG102\)`
	})
	return workflow.ExecuteActivity(ctx, a.Fetch, "u").Get(ctx, nil)
}

// What is behind the interface may beat.
func handed(ctx workflow.Context) error {
	var a *activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Hour, HeartbeatTimeout: 30 * time.Second})
	return workflow.ExecuteActivity(ctx, a.Handed).Get(ctx, nil)
}

func without(ctx workflow.Context) error {
	var a *activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Hour})
	return workflow.ExecuteActivity(ctx, a.Fetch, "u").Get(ctx, nil)
}
