// Package mocks is a test double: it does nothing, and takes no part.
package mocks

import (
	"context"

	"github.com/stretchr/testify/mock"
)

// Store is a mock.
type Store struct{ mock.Mock }

func (s *Store) Exists(ctx context.Context, email string) (bool, error) { return false, nil }
func (s *Store) Create(ctx context.Context, email string) error         { return nil }
func (s *Store) Save(ctx context.Context, email string) error           { return nil }
func (s *Store) Take(ctx context.Context, id int) error                 { return nil }
