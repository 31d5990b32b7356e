package store

import (
	"context"
	"database/sql"
)

type Store struct{ DB *sql.DB }

func (s *Store) Save(ctx context.Context, body []byte) error {
	_, err := s.DB.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func (s *Store) Park(ctx context.Context, body []byte) error {
	_, err := s.DB.ExecContext(ctx, "INSERT INTO parked (body) VALUES (?)", body)
	return err
}
