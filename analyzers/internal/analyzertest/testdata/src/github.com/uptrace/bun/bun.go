package bun

import (
	"context"
	"database/sql"
)

type BaseModel struct{}
type IDB interface {
	NewSelect() *SelectQuery
	NewInsert() *InsertQuery
}
type DB struct{ *sql.DB }
type Tx struct{ *sql.Tx }

func (db *DB) NewSelect() *SelectQuery { return nil }
func (db *DB) NewInsert() *InsertQuery { return nil }
func (db *DB) RunInTx(ctx context.Context, o *sql.TxOptions, f func(ctx context.Context, tx Tx) error) error {
	return nil
}
func (tx Tx) NewSelect() *SelectQuery { return nil }
func (tx Tx) NewInsert() *InsertQuery { return nil }

type SelectQuery struct{}

func (q *SelectQuery) Model(m any) *SelectQuery                    { return q }
func (q *SelectQuery) Where(s string, args ...any) *SelectQuery    { return q }
func (q *SelectQuery) For(s string, args ...any) *SelectQuery      { return q }
func (q *SelectQuery) Scan(ctx context.Context, dest ...any) error { return nil }
func (q *SelectQuery) Exists(ctx context.Context) (bool, error)    { return false, nil }

type InsertQuery struct{}

func (q *InsertQuery) Model(m any) *InsertQuery                                  { return q }
func (q *InsertQuery) On(s string, args ...any) *InsertQuery                     { return q }
func (q *InsertQuery) Exec(ctx context.Context, dest ...any) (sql.Result, error) { return nil, nil }
