package taskq

import "time"

type TaskOptions struct {
	Name       string
	Handler    any
	RetryLimit int
}
type Task struct{}

func RegisterTask(opt *TaskOptions) *Task { return nil }

type Message struct{}
type QueueOptions struct {
	Name               string
	ReservationTimeout time.Duration
}
