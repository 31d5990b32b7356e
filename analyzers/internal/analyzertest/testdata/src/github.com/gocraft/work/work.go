package work

type Job struct{ ID string }
type BackoffCalculator func(job *Job) int64
type JobOptions struct {
	MaxFails uint
	Backoff  BackoffCalculator
}
type WorkerPool struct{}

func (wp *WorkerPool) Job(name string, fn any) *WorkerPool                             { return wp }
func (wp *WorkerPool) JobWithOptions(name string, opts JobOptions, fn any) *WorkerPool { return wp }
