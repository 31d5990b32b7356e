package handler

import "context"

type Func func(ctx context.Context) error
type Handler struct{}
type Option func(*Handler)

func New(queue string, f Func, opts ...Option) Handler { return Handler{} }
