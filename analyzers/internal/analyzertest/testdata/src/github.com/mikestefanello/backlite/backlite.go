package backlite

import (
	"context"
	"database/sql"
	"time"
)

type QueueConfig struct {
	Name        string
	MaxAttempts int
	Timeout     time.Duration
	Backoff     time.Duration
}
type ClientConfig struct {
	DB           *sql.DB
	NumWorkers   int
	ReleaseAfter time.Duration
}
type Task interface{ Config() QueueConfig }
type Queue interface{ Name() string }
type Client struct{}

func NewClient(cfg ClientConfig) (*Client, error)             { return nil, nil }
func NewQueue[T Task](f func(context.Context, T) error) Queue { return nil }
