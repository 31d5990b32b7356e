package adapter

import "context"

type Row interface{ Scan(dest ...any) error }
type Rows interface {
	Row
	Next() bool
}
type CommandTag interface{ RowsAffected() int64 }
type Queryable interface {
	Exec(ctx context.Context, query string, args ...any) (CommandTag, error)
	QueryRow(ctx context.Context, query string, args ...any) Row
	Query(ctx context.Context, query string, args ...any) (Rows, error)
}
type Tx interface {
	Queryable
	Commit(ctx context.Context) error
	Rollback(ctx context.Context) error
}
