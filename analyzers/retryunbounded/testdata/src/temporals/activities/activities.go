package activities

import (
	"context"
	"database/sql"
)

type Activities struct{ DB *sql.DB }

func (a *Activities) Record(ctx context.Context, id string) error {
	_, err := a.DB.ExecContext(ctx, "INSERT INTO payments (id) VALUES (?)", id)
	return err
}

func (a *Activities) Upsert(ctx context.Context, id string) error {
	_, err := a.DB.ExecContext(ctx, "INSERT INTO payments (id) VALUES (?) ON CONFLICT DO NOTHING", id)
	return err
}
