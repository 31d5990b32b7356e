package kgo

import "context"

type Record struct {
	Topic string
	Value []byte
}
type Fetches []struct{}

func (fs Fetches) EachRecord(fn func(*Record)) {}
func (fs Fetches) Records() []*Record          { return nil }
func (fs Fetches) IsClientClosed() bool        { return false }

type Opt interface{}
type GroupOpt interface{ Opt }

func ConsumerGroup(group string) Opt { return nil }
func GreedyAutoCommit() GroupOpt     { return nil }
func DisableAutoCommit() GroupOpt    { return nil }
func AutoCommitMarks() GroupOpt      { return nil }

type Client struct{}

func NewClient(opts ...Opt) (*Client, error)                              { return nil, nil }
func (cl *Client) PollFetches(ctx context.Context) Fetches                { return nil }
func (cl *Client) PollRecords(ctx context.Context, n int) Fetches         { return nil }
func (cl *Client) MarkCommitRecords(rs ...*Record)                        {}
func (cl *Client) CommitRecords(ctx context.Context, rs ...*Record) error { return nil }
func (cl *Client) CommitUncommittedOffsets(ctx context.Context) error     { return nil }
