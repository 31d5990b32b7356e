// Package store keeps users and items in a database.
package store

import (
	"context"
	"database/sql"
)

// SQL is the store.
type SQL struct{ DB *sql.DB }

func (s *SQL) Exists(ctx context.Context, email string) (bool, error) {
	var n int
	err := s.DB.QueryRowContext(ctx, "SELECT count(*) FROM users WHERE email = ?", email).Scan(&n)
	return n > 0, err
}

func (s *SQL) Create(ctx context.Context, email string) error {
	_, err := s.DB.ExecContext(ctx, "INSERT INTO users (email) VALUES (?)", email)
	return err
}

func (s *SQL) Save(ctx context.Context, email string) error {
	_, err := s.DB.ExecContext(ctx, "UPDATE users SET seen = 1 WHERE email = ?", email)
	return err
}

func (s *SQL) Take(ctx context.Context, id int) error {
	_, err := s.DB.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", id)
	return err
}
