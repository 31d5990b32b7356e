package models

import (
	"context"

	"github.com/volatiletech/sqlboiler/v4/boil"
)

type User struct {
	ID    int
	Email string `boil:"email"`
}

func (u *User) Insert(ctx context.Context, exec boil.ContextExecutor, columns boil.Columns) error {
	return nil
}
func (u *User) Upsert(ctx context.Context, exec boil.ContextExecutor, update bool) error { return nil }
