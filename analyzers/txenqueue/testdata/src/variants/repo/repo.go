package repo

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

type Orders struct{ Pool *pgxpool.Pool }

func (o *Orders) Create(ctx context.Context, afterCreate func(id int) error) error { // want Create:`runs \[2\] in a transaction`
	return pgx.BeginFunc(ctx, o.Pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil {
			return err
		}
		return afterCreate(1)
	})
}

func (o *Orders) CreateThen(ctx context.Context, afterCommit func(id int) error) error {
	err := pgx.BeginFunc(ctx, o.Pool, func(tx pgx.Tx) error {
		_, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1)
		return err
	})
	if err != nil {
		return err
	}
	return afterCommit(1)
}
