package locks

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jmoiron/sqlx"
	"github.com/uptrace/bun"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

const claim = `SELECT id
	FROM outbox
	LIMIT 10
	FOR UPDATE SKIP LOCKED`

var shared = "SELECT id FROM jobs WHERE id = ? LOCK IN SHARE MODE"

type store struct {
	db   *sql.DB
	pool *pgxpool.Pool
	gorm *gorm.DB
	any  querier
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func pools(ctx context.Context, s *store, x *sqlx.DB, b *bun.DB, table string) {
	s.db.QueryContext(ctx, claim)                                                          // want `FOR UPDATE runs on the connection pool, outside any transaction: the lock ends with the statement \(QG401\)`
	s.db.QueryRow(shared, 1)                                                               // want `SHARE MODE runs on the connection pool`
	s.pool.Query(ctx, "SELECT id FROM outbox LIMIT $1 FOR NO KEY UPDATE", 10)              // want `FOR NO KEY UPDATE`
	s.pool.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 7)                                // want `pg_advisory_xact_lock runs on the connection pool`
	s.db.Query(fmt.Sprintf("SELECT id FROM %s WHERE queue = ? FOR UPDATE", table), "mail") // want `QG401`
	var rows []int
	x.SelectContext(ctx, &rows, x.Rebind("SELECT id FROM jobs FOR SHARE")) // want `FOR SHARE`
	b.NewSelect().Model(&rows).For("UPDATE").Scan(ctx)                     // want `QG401`
}

func transactions(ctx context.Context, s *store, tx *sql.Tx, x *sqlx.Tx, p pgx.Tx) error {
	tx.QueryContext(ctx, claim)
	p.Query(ctx, claim)
	p.Exec(ctx, "SELECT pg_advisory_xact_lock($1)", 7)
	var row int
	x.GetContext(ctx, &row, claim)
	begun, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer begun.Rollback()
	begun.QueryRowContext(ctx, claim)
	pgx.BeginFunc(ctx, nil, func(tx pgx.Tx) error {
		_, err := tx.Query(ctx, claim)
		return err
	})
	return begun.Commit()
}

// An interface may hold a transaction, a prepared statement may be bound to one, and one statement that writes is atomic.
func unknown(ctx context.Context, s *store, q querier, in bun.IDB) {
	q.QueryContext(ctx, claim)
	s.any.QueryContext(ctx, claim)
	in.NewSelect().For("UPDATE").Scan(ctx)
	s.db.Prepare(claim)
	s.pool.Exec(ctx, "UPDATE jobs SET state = 'run' WHERE id IN (SELECT id FROM jobs LIMIT 1 FOR UPDATE SKIP LOCKED)")
	s.pool.Query(ctx, "WITH c AS (DELETE FROM jobs WHERE id IN (SELECT id FROM jobs LIMIT 1 FOR UPDATE SKIP LOCKED) RETURNING *) SELECT * FROM c")
	s.pool.Exec(ctx, "SELECT pg_advisory_lock($1)", 7)
	s.db.Query("SELECT id FROM jobs WHERE note = 'FOR UPDATE'")
}

var global *gorm.DB

func gorms(ctx context.Context, s *store, tx *gorm.DB) error {
	var row store
	lock := clause.Locking{Strength: "UPDATE", Options: "SKIP LOCKED"}
	s.gorm.Clauses(lock).First(&row) // a field may hold a transaction
	tx.Clauses(lock).First(&row)
	global.WithContext(ctx).Clauses(clause.Locking{Strength: "UPDATE"}).Where("id = ?", 1).First(&row) // want `QG401`
	db, _ := gorm.Open(nil, nil)
	db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&row)         // want `QG401`
	db.Raw("SELECT * FROM jobs WHERE id = ? FOR UPDATE", 1).Scan(&row) // want `QG401`
	begun := db.Begin()
	begun.Clauses(clause.Locking{Strength: "UPDATE"}).First(&row)
	return db.Transaction(func(tx *gorm.DB) error {
		if err := db.Clauses(clause.Locking{Strength: "UPDATE"}).First(&row).Error; err != nil { // want `QG401`
			return err
		}
		return tx.Clauses(clause.Locking{Strength: "UPDATE"}).First(&row).Error
	})
}

func explained(ctx context.Context, s *store) {
	//qlint:ignore QG401 the only reader is this process
	s.db.QueryContext(ctx, claim)
	s.db.QueryContext(ctx, claim) /* want `QG401` */ //qlint:ignore QG401
	s.db.QueryContext(ctx, claim) //nolint:qlint
}
