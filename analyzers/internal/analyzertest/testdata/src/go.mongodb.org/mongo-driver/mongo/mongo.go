package mongo

import (
	"context"
	"errors"
)

var ErrNoDocuments = errors.New("no documents")

func IsDuplicateKeyError(err error) bool { return false }

type Database struct{}

func (d *Database) Collection(name string) *Collection { return nil }

type SingleResult struct{}

func (r *SingleResult) Decode(v any) error { return nil }
func (r *SingleResult) Err() error         { return nil }

type InsertOneResult struct{}
type Collection struct{}

func (c *Collection) FindOne(ctx context.Context, filter any) *SingleResult { return nil }
func (c *Collection) InsertOne(ctx context.Context, doc any) (*InsertOneResult, error) {
	return nil, nil
}

type UpdateResult struct{ UpsertedCount int64 }

func (c *Collection) UpdateOne(ctx context.Context, filter, update any, opts ...any) (*UpdateResult, error) {
	return nil, nil
}
