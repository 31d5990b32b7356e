// Package pgconn is a stand-in for github.com/jackc/pgx/v5/pgconn.
package pgconn

type CommandTag struct{}

func (CommandTag) RowsAffected() int64 { return 0 }

type PgError struct{ Code string }

func (e *PgError) Error() string { return e.Code }
