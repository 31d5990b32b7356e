package sqlx

import (
	"context"
	"database/sql"
)

type DB struct{ *sql.DB }
type Tx struct{ *sql.Tx }
type Rows struct{ *sql.Rows }

func (db *DB) Rebind(q string) string                                                    { return q }
func (db *DB) Beginx() (*Tx, error)                                                      { return nil, nil }
func (db *DB) GetContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
func (db *DB) SelectContext(ctx context.Context, dest any, query string, args ...any) error {
	return nil
}
func (tx *Tx) GetContext(ctx context.Context, dest any, query string, args ...any) error { return nil }
