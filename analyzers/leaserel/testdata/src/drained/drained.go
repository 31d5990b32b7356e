package drained

import (
	"context"
	"os"
	"os/signal"
	"time"

	"github.com/riverqueue/river"
)

func run() error {
	c, err := river.NewClient[int](nil, &river.Config{SoftStopTimeout: 10 * time.Second})
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	return c.Start(ctx)
}
