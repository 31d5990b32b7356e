// Package locknotx reports row locks that are taken outside a transaction.
package locknotx

import (
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG401",
	Slug:     "locknotx",
	Severity: diag.Error,
	Summary:  "row lock taken outside a transaction",
	Why: `A statement that runs on the pool is a transaction of its own: FOR UPDATE, FOR SHARE and pg_advisory_xact_lock let go as soon as it has
run, even while its rows are still being read. Five pollers that claim ten outbox rows with FOR UPDATE SKIP LOCKED on the pool send fifty
messages, not ten (measured on PostgreSQL 15 and MariaDB 10.11).

Speaks where the handle's type says that it is a pool (*sql.DB, *sqlx.DB, *pgxpool.Pool, *bun.DB), or where a gorm handle is a package
variable or comes straight from gorm.Open. Silent for handles that may hold a transaction (interfaces, gorm fields and parameters), for prepared
statements, for a lock inside UPDATE or DELETE, which is atomic by itself, and where the package begins transactions by statement.`,
	Fix: "Begin a transaction, take the lock and do the work on it, then commit. Or claim rows in one statement: UPDATE … WHERE id IN (SELECT … FOR UPDATE SKIP LOCKED) RETURNING ….",
	Bad: `-- a.go --
package a

import (
	"context"
	"database/sql"
)

func poll(ctx context.Context, db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(ctx, "SELECT id FROM outbox LIMIT 10 FOR UPDATE SKIP LOCKED") // want "QG401"
}
`,
	Good: `-- a.go --
package a

import (
	"context"
	"database/sql"
)

func poll(ctx context.Context, tx *sql.Tx) (*sql.Rows, error) {
	return tx.QueryContext(ctx, "SELECT id FROM outbox LIMIT 10 FOR UPDATE SKIP LOCKED")
}
`,
	References: []string{"https://www.postgresql.org/docs/current/explicit-locking.html#LOCKING-ROWS"},
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	begins := beginsByStatement(p)
	for _, fn := range p.Source.Funcs() {
		for _, site := range p.Effects.Sites(fn) {
			if !site.Own {
				continue // said where the statement stands
			}
			e := site.Has(func(e *effects.Effect) bool { return e.ForUpdate })
			if e == nil || e.Kind != effects.LockRead && e.Kind != effects.Lock {
				continue
			}
			if e.Scope == effects.Pool && !begins {
				p.AtCall(diag.Error, site.Call, "%s runs on the connection pool, outside any transaction: the lock ends with the statement", e.What)
			}
		}
	}
}

// beginsByStatement tells a package that runs BEGIN or START TRANSACTION as SQL text, where a pool of one connection may hold a transaction.
func beginsByStatement(p *finding.Pass) bool {
	for _, fn := range p.Source.Funcs() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				for _, v := range flow.Args(call.Common()) {
					text, ok := flow.String(v)
					if !ok {
						continue
					}
					text = strings.ToUpper(strings.TrimSpace(text))
					if text == "BEGIN" || strings.HasPrefix(text, "BEGIN;") || strings.HasPrefix(text, "BEGIN ") || strings.HasPrefix(text, "START TRANSACTION") {
						return true
					}
				}
			}
		}
	}
	return false
}
