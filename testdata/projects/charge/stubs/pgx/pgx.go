// Package pgx is a stand-in for github.com/jackc/pgx/v5.
package pgx

import "errors"

var ErrNoRows = errors.New("no rows in result set")

type Row interface{ Scan(dest ...any) error }
