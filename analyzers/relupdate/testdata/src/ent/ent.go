package ent

import (
	"context"

	"ent/user"

	"entgo.io/ent"
)

type Op = ent.Op
type User struct{ ID int }
type Client struct{ User *UserClient }
type Tx struct{ User *UserClient }
type UserClient struct{}

func (c *UserClient) Query() *UserQuery                 { return nil }
func (c *UserClient) Create() *UserCreate               { return nil }
func (c *UserClient) UpdateOneID(id int) *UserUpdateOne { return nil }

type UserQuery struct{}

func (q *UserQuery) Where(p ...user.Predicate) *UserQuery    { return q }
func (q *UserQuery) ForUpdate() *UserQuery                   { return q }
func (q *UserQuery) Exist(ctx context.Context) (bool, error) { return false, nil }
func (q *UserQuery) Only(ctx context.Context) (*User, error) { return nil, nil }

type UserCreate struct{}

func (c *UserCreate) SetEmail(v string) *UserCreate           { return c }
func (c *UserCreate) OnConflict() *UserUpsertOne              { return nil }
func (c *UserCreate) Save(ctx context.Context) (*User, error) { return nil, nil }

type UserUpsertOne struct{}

func (u *UserUpsertOne) DoNothing() *UserUpsertOne      { return u }
func (u *UserUpsertOne) Exec(ctx context.Context) error { return nil }

type UserUpdateOne struct{}

func (u *UserUpdateOne) AddPoints(n int) *UserUpdateOne          { return u }
func (u *UserUpdateOne) Save(ctx context.Context) (*User, error) { return nil, nil }

func IsNotFound(err error) bool { return false }

func IsConstraintError(err error) bool { return false }
