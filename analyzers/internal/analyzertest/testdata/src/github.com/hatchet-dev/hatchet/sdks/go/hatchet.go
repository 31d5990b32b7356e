package hatchet

import "context"

type Context interface{ context.Context }
type Client struct{}
type StandaloneTask struct{}
type TaskOption func(*int)

func (c *Client) NewStandaloneTask(name string, fn any, options ...TaskOption) *StandaloneTask {
	return nil
}
