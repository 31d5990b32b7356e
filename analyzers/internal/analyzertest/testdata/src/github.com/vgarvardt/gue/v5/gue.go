package gue

import (
	"context"
	"time"

	"github.com/vgarvardt/gue/v5/adapter"
)

type Job struct {
	Queue      string
	Type       string
	Args       []byte
	ErrorCount int32
}

func (j *Job) Tx() adapter.Tx { return nil }

type WorkFunc func(ctx context.Context, j *Job) error
type WorkMap map[string]WorkFunc
type Client struct{}

func (c *Client) Enqueue(ctx context.Context, j *Job) error                  { return nil }
func (c *Client) EnqueueTx(ctx context.Context, j *Job, tx adapter.Tx) error { return nil }

type Worker struct{}
type WorkerPool struct{}
type WorkerOption func(*Worker)
type WorkerPoolOption func(*WorkerPool)

func NewWorker(c *Client, wm WorkMap, options ...WorkerOption) (*Worker, error) { return nil, nil }
func NewWorkerPool(c *Client, wm WorkMap, poolSize int, options ...WorkerPoolOption) (*WorkerPool, error) {
	return nil, nil
}
func WithWorkerQueue(queue string) WorkerOption               { return nil }
func WithWorkerJobTTL(d time.Duration) WorkerOption           { return nil }
func WithPoolPollInterval(d time.Duration) WorkerPoolOption   { return nil }
func ErrDiscardJob(reason string) error                       { return nil }
func ErrRescheduleJobIn(d time.Duration, reason string) error { return nil }
