package squirrel

import (
	"context"
	"database/sql"
)

type BaseRunner interface {
	Exec(query string, args ...any) (sql.Result, error)
	Query(query string, args ...any) (*sql.Rows, error)
}
type Sqlizer interface{ ToSql() }
type expr struct{}

func (expr) ToSql() {}

func Expr(text string, args ...any) Sqlizer { return expr{} }

type InsertBuilder struct{}

func Insert(into string) InsertBuilder                                      { return InsertBuilder{} }
func (b InsertBuilder) Columns(c ...string) InsertBuilder                   { return b }
func (b InsertBuilder) Values(v ...any) InsertBuilder                       { return b }
func (b InsertBuilder) Suffix(text string, args ...any) InsertBuilder       { return b }
func (b InsertBuilder) RunWith(r BaseRunner) InsertBuilder                  { return b }
func (b InsertBuilder) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }

type SelectBuilder struct{}

func Select(c ...string) SelectBuilder                                      { return SelectBuilder{} }
func (b SelectBuilder) From(t string) SelectBuilder                         { return b }
func (b SelectBuilder) Suffix(text string, args ...any) SelectBuilder       { return b }
func (b SelectBuilder) RunWith(r BaseRunner) SelectBuilder                  { return b }
func (b SelectBuilder) QueryContext(ctx context.Context) (*sql.Rows, error) { return nil, nil }

type UpdateBuilder struct{}

func Update(t string) UpdateBuilder                                         { return UpdateBuilder{} }
func (b UpdateBuilder) Set(c string, v any) UpdateBuilder                   { return b }
func (b UpdateBuilder) RunWith(r BaseRunner) UpdateBuilder                  { return b }
func (b UpdateBuilder) ExecContext(ctx context.Context) (sql.Result, error) { return nil, nil }
