package goqite

import (
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
