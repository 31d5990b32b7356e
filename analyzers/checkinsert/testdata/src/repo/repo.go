package repo

import (
	"context"
	"database/sql"
	"errors"
)

type Users struct{ DB *sql.DB }

type User struct{ ID int }

func (u *Users) Find(ctx context.Context, email string) (*User, error) {
	row := u.DB.QueryRowContext(ctx, "SELECT id FROM users WHERE email = ?", email)
	var x User
	if err := row.Scan(&x.ID); err != nil {
		return nil, err
	}
	return &x, nil
}

func (u *Users) Exists(ctx context.Context, email string) (bool, error) {
	var found bool
	err := u.DB.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM users WHERE email = ?) FROM users", email).Scan(&found)
	return found, err
}

func (u *Users) Create(ctx context.Context, email string) error {
	_, err := u.DB.ExecContext(ctx, "INSERT INTO users (email) VALUES (?)", email)
	return err
}

func (u *Users) Ensure(ctx context.Context, email string) error { // want Ensure:`users is looked up \(line 34\) and then inserted: two runs at once insert two, unless a unique key keeps one out at repo.go:36`
	_, err := u.Find(ctx, email)
	if errors.Is(err, sql.ErrNoRows) {
		return u.Create(ctx, email)
	}
	return err
}

func (u *Users) CreateOnce(ctx context.Context, email string) error {
	err := u.Create(ctx, email)
	if IsDuplicate(err) {
		return nil
	}
	return err
}

type coded interface{ SQLState() string }

func IsDuplicate(err error) bool {
	var c coded
	return errors.As(err, &c) && c.SQLState() == "23505"
}
