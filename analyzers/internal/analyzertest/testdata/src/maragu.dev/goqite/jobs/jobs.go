package jobs

import (
	"context"
	"time"

	"maragu.dev/goqite"
)

type NewRunnerOpts struct {
	Extend time.Duration
	Limit  int
	Queue  *goqite.Queue
}
type Func func(ctx context.Context, m []byte) error
type Runner struct{}

func NewRunner(o NewRunnerOpts) *Runner        { return nil }
func (r *Runner) Register(name string, f Func) {}
