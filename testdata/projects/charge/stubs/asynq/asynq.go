// Package asynq is a stand-in for github.com/hibiken/asynq.
package asynq

import "context"

type Task struct{ payload []byte }

func NewTask(typename string, payload []byte) *Task { return &Task{payload} }

func (t *Task) Payload() []byte { return t.payload }

type Handler interface {
	ProcessTask(context.Context, *Task) error
}

type ServeMux struct{}

func NewServeMux() *ServeMux { return &ServeMux{} }

func (m *ServeMux) Handle(pattern string, h Handler) {}

func (m *ServeMux) ProcessTask(ctx context.Context, t *Task) error { return nil }

type RedisConnOpt interface{ MakeRedisClient() any }

type RedisClientOpt struct{ Addr string }

func (o RedisClientOpt) MakeRedisClient() any { return nil }

type Config struct{ Concurrency int }

type Server struct{}

func NewServer(r RedisConnOpt, cfg Config) *Server { return &Server{} }

func (s *Server) Run(h Handler) error { return nil }
