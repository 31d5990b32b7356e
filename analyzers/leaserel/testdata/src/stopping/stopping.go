package stopping

import (
	"context"
	"os"
	"os/signal"

	"github.com/riverqueue/river"
)

func run() error {
	c, err := river.NewClient[int](nil, &river.Config{MaxAttempts: 5})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := c.Start(ctx); err != nil { // want `a signal ends the context given to Start, and SoftStopTimeout is not set \(line 12\): running jobs are cancelled at once, and the try counts \(QG102\)`
		return err
	}
	<-ctx.Done()
	return c.Stop(context.Background())
}

func other(ctx context.Context, c *river.Client[int]) error { return c.Start(ctx) }
