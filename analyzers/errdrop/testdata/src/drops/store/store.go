package store

import (
	"context"
	"database/sql"
)

type Store struct{ DB *sql.DB }

func (s *Store) Finish(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, "UPDATE orders SET state = 'done' WHERE id = ?", id)
	return err
}

func (s *Store) Load(ctx context.Context, id string) (string, error) {
	var v string
	err := s.DB.QueryRowContext(ctx, "SELECT state FROM orders WHERE id = ?", id).Scan(&v)
	return v, err
}

func (s *Store) Forget(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, "DELETE FROM orders WHERE id = ?", id)
	return err
}

func (s *Store) Publish(ctx context.Context) error {
	_, err := s.DB.ExecContext(ctx, "INSERT INTO outbox (kind) VALUES ('finished')")
	return err
}

func (s *Store) Mark(ctx context.Context, id string) error {
	_, err := s.DB.ExecContext(ctx, "WITH marked AS (UPDATE orders SET state = 'late' WHERE id = ? RETURNING day) INSERT INTO days (day) SELECT day FROM marked")
	return err
}
