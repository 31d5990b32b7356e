package goqite

import (
	"context"
	"database/sql"
	"time"
)

type NewOpts struct {
	DB         *sql.DB
	MaxReceive int
	Name       string
	Timeout    time.Duration
}
type Queue struct{}

func New(o NewOpts) *Queue { return nil }

type Message struct{ Body []byte }

func (q *Queue) Send(ctx context.Context, m Message) error               { return nil }
func (q *Queue) SendTx(ctx context.Context, tx *sql.Tx, m Message) error { return nil }
