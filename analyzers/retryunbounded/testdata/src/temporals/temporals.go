package temporals

import (
	"time"

	"temporals/activities"

	"go.temporal.io/sdk/temporal"
	"go.temporal.io/sdk/workflow"
)

func endless(ctx workflow.Context, id string) error {
	var a *activities.Activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second}, // want `the retry policy sets no MaximumAttempts, and the options no ScheduleToCloseTimeout: activity Record \(INSERT INTO payments\) is tried without end \(QG201\)`
	})
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}

func held(ctx workflow.Context, id string) error {
	var a *activities.Activities
	policy := &temporal.RetryPolicy{InitialInterval: time.Second} // want `activity Record`
	options := workflow.ActivityOptions{StartToCloseTimeout: time.Minute, RetryPolicy: policy}
	ctx = workflow.WithActivityOptions(ctx, options)
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}

func attempts(ctx workflow.Context, id string) error {
	var a *activities.Activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{MaximumAttempts: 5},
	})
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}

func inTime(ctx workflow.Context, id string) error {
	var a *activities.Activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		ScheduleToCloseTimeout: time.Hour,
		RetryPolicy:            &temporal.RetryPolicy{InitialInterval: time.Second},
	})
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}

// What may be repeated may be repeated for ever.
func idempotent(ctx workflow.Context, id string) error {
	var a *activities.Activities
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{
		StartToCloseTimeout: time.Minute,
		RetryPolicy:         &temporal.RetryPolicy{InitialInterval: time.Second},
	})
	return workflow.ExecuteActivity(ctx, a.Upsert, id).Get(ctx, nil)
}

func later(ctx workflow.Context, id string) error {
	var a *activities.Activities
	policy := &temporal.RetryPolicy{InitialInterval: time.Second}
	policy.MaximumAttempts = 3
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{StartToCloseTimeout: time.Minute, RetryPolicy: policy})
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}

// Which of the two an activity gets is not known.
func two(ctx workflow.Context, id string) error {
	var a *activities.Activities
	short := workflow.WithActivityOptions(ctx, workflow.ActivityOptions{RetryPolicy: &temporal.RetryPolicy{InitialInterval: time.Second}})
	_ = short
	ctx = workflow.WithActivityOptions(ctx, workflow.ActivityOptions{RetryPolicy: &temporal.RetryPolicy{MaximumAttempts: 1}})
	return workflow.ExecuteActivity(ctx, a.Record, id).Get(ctx, nil)
}
