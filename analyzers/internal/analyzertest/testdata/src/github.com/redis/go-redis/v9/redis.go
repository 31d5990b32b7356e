package redis

import (
	"context"
	"errors"
	"time"
)

var Nil = errors.New("redis: nil")

type StringCmd struct{}

func (c *StringCmd) Result() (string, error) { return "", nil }
func (c *StringCmd) Err() error              { return nil }

type BoolCmd struct{}

func (c *BoolCmd) Result() (bool, error) { return false, nil }
func (c *BoolCmd) Val() bool             { return false }

type IntCmd struct{}

func (c *IntCmd) Result() (int64, error) { return 0, nil }
func (c *IntCmd) Err() error             { return nil }

type StatusCmd struct{}

func (c *StatusCmd) Err() error { return nil }

type Client struct{}

func (c *Client) Get(ctx context.Context, key string) *StringCmd { return nil }
func (c *Client) Set(ctx context.Context, key string, value any, expiration time.Duration) *StatusCmd {
	return nil
}
func (c *Client) SetNX(ctx context.Context, key string, value any, expiration time.Duration) *BoolCmd {
	return nil
}
func (c *Client) Del(ctx context.Context, keys ...string) *IntCmd    { return nil }
func (c *Client) Incr(ctx context.Context, key string) *IntCmd       { return nil }
func (c *Client) Exists(ctx context.Context, keys ...string) *IntCmd { return nil }

func (c *Client) IncrBy(ctx context.Context, key string, value int64) *IntCmd        { return nil }
func (c *Client) DecrBy(ctx context.Context, key string, value int64) *IntCmd        { return nil }
func (c *Client) HIncrBy(ctx context.Context, key, field string, incr int64) *IntCmd { return nil }
func (c *Client) SAdd(ctx context.Context, key string, members ...any) *IntCmd       { return nil }
