package goqu

import (
	"context"
	"database/sql"
)

type Record map[string]any
type Database struct{}
type TxDatabase struct{}

func (d *Database) Insert(t any) *InsertDataset  { return nil }
func (d *Database) From(t ...any) *SelectDataset { return nil }

type InsertDataset struct{}
type ConflictExpression interface{}

func DoNothing() ConflictExpression                                     { return nil }
func (d *InsertDataset) Rows(r ...any) *InsertDataset                   { return d }
func (d *InsertDataset) OnConflict(c ConflictExpression) *InsertDataset { return d }
func (d *InsertDataset) Executor() Executor                             { return Executor{} }

type Executor struct{}

func (e Executor) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }

type SelectDataset struct{}

func (d *SelectDataset) ForUpdate(wait int) *SelectDataset { return d }
func (d *SelectDataset) ScanStructContext(ctx context.Context, v any) (bool, error) {
	return false, nil
}
