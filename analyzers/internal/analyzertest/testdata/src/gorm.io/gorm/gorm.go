package gorm

import (
	"context"
	"database/sql"
	"errors"

	"gorm.io/gorm/clause"
)

var (
	ErrRecordNotFound = errors.New("record not found")
	ErrDuplicatedKey  = errors.New("duplicated key")
)

type Model struct{ ID uint }
type DB struct {
	Error        error
	RowsAffected int64
}
type Config struct{}
type Dialector interface{}
type Expression struct{}

func (Expression) Build() {}

func Open(d Dialector, cfg *Config) (*DB, error)                              { return nil, nil }
func Expr(text string, args ...any) clause.Expression                         { return Expression{} }
func (db *DB) WithContext(ctx context.Context) *DB                            { return db }
func (db *DB) Model(v any) *DB                                                { return db }
func (db *DB) Table(name string, args ...any) *DB                             { return db }
func (db *DB) Where(q any, args ...any) *DB                                   { return db }
func (db *DB) Clauses(c ...clause.Expression) *DB                             { return db }
func (db *DB) First(dest any, conds ...any) *DB                               { return db }
func (db *DB) Find(dest any, conds ...any) *DB                                { return db }
func (db *DB) Count(n *int64) *DB                                             { return db }
func (db *DB) Create(v any) *DB                                               { return db }
func (db *DB) CreateInBatches(v any, n int) *DB                               { return db }
func (db *DB) Save(v any) *DB                                                 { return db }
func (db *DB) Update(column string, v any) *DB                                { return db }
func (db *DB) Updates(v any) *DB                                              { return db }
func (db *DB) UpdateColumn(column string, v any) *DB                          { return db }
func (db *DB) Delete(v any, conds ...any) *DB                                 { return db }
func (db *DB) FirstOrCreate(dest any, conds ...any) *DB                       { return db }
func (db *DB) Attrs(attrs ...any) *DB                                         { return db }
func (db *DB) Raw(sql string, args ...any) *DB                                { return db }
func (db *DB) Exec(sql string, args ...any) *DB                               { return db }
func (db *DB) Scan(dest any) *DB                                              { return db }
func (db *DB) Begin(opts ...*sql.TxOptions) *DB                               { return db }
func (db *DB) Commit() *DB                                                    { return db }
func (db *DB) Rollback() *DB                                                  { return db }
func (db *DB) AutoMigrate(dst ...any) error                                   { return nil }
func (db *DB) Transaction(f func(tx *DB) error, opts ...*sql.TxOptions) error { return nil }
