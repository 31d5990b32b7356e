package store

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"
)

type Store struct{ Pool *pgxpool.Pool }

func (s *Store) Create(ctx context.Context, id int) error {
	_, err := s.Pool.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", id)
	return err
}
