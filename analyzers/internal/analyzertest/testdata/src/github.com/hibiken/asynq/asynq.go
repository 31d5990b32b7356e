package asynq

import (
	"context"
	"errors"
	"time"
)

var SkipRetry = errors.New("skip retry")

type Task struct{}

func NewTask(typename string, payload []byte, opts ...Option) *Task { return nil }
func (t *Task) Type() string                                        { return "" }
func (t *Task) Payload() []byte                                     { return nil }

func GetRetryCount(ctx context.Context) (n int, ok bool) { return 0, false }

type TaskInfo struct{ ID string }

type Option interface{ String() string }

func MaxRetry(n int) Option            { return nil }
func Timeout(d time.Duration) Option   { return nil }
func Deadline(t time.Time) Option      { return nil }
func Queue(name string) Option         { return nil }
func TaskID(id string) Option          { return nil }
func Unique(ttl time.Duration) Option  { return nil }
func ProcessIn(d time.Duration) Option { return nil }
func Retention(d time.Duration) Option { return nil }

type Client struct{}

func (c *Client) Enqueue(task *Task, opts ...Option) (*TaskInfo, error) { return nil, nil }
func (c *Client) EnqueueContext(ctx context.Context, task *Task, opts ...Option) (*TaskInfo, error) {
	return nil, nil
}

type Handler interface {
	ProcessTask(context.Context, *Task) error
}
type HandlerFunc func(context.Context, *Task) error

func (f HandlerFunc) ProcessTask(ctx context.Context, t *Task) error { return f(ctx, t) }

type ServeMux struct{}

func NewServeMux() *ServeMux                                                        { return nil }
func (m *ServeMux) Handle(pattern string, h Handler)                                {}
func (m *ServeMux) HandleFunc(pattern string, f func(context.Context, *Task) error) {}

type RetryDelayFunc func(n int, e error, t *Task) time.Duration

type Config struct {
	Concurrency     int
	RetryDelayFunc  RetryDelayFunc
	IsFailure       func(error) bool
	ShutdownTimeout time.Duration
}
type RedisConnOpt interface{}
type Server struct{}

func NewServer(r RedisConnOpt, cfg Config) *Server { return nil }
func (s *Server) Run(h Handler) error              { return nil }
