package variants

import (
	"context"
	"database/sql"

	"variants/repo"

	"github.com/hibiken/asynq"
	"github.com/uptrace/bun"
	"github.com/vgarvardt/gue/v5"
	"github.com/vgarvardt/gue/v5/adapter"
	"maragu.dev/goqite"
)

type service struct {
	bun    *bun.DB
	db     *sql.DB
	queue  *asynq.Client
	goqite *goqite.Queue
	gue    *gue.Client
	repo   *repo.Orders
}

type order struct{ ID int }

func (s *service) runInTx(ctx context.Context) error {
	return s.bun.RunInTx(ctx, nil, func(ctx context.Context, tx bun.Tx) error {
		if _, err := tx.NewInsert().Model(&order{}).Exec(ctx); err != nil {
			return err
		}
		_, err := s.queue.Enqueue(asynq.NewTask("order", nil)) // want `asynq Enqueue inside an open database transaction`
		return err
	})
}

func (s *service) withTheRow(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		return err
	}
	if err := s.goqite.SendTx(ctx, tx, goqite.Message{}); err != nil {
		return err
	}
	return tx.Commit()
}

func (s *service) onTheSameDatabase(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		return err
	}
	if err := s.goqite.Send(ctx, goqite.Message{}); err != nil { // want `goqite Send inside an open database transaction`
		return err
	}
	return tx.Commit()
}

func (s *service) enqueueTx(ctx context.Context, tx adapter.Tx) error {
	if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil {
		return err
	}
	return s.gue.EnqueueTx(ctx, &gue.Job{Type: "order"}, tx)
}

func (s *service) forgotten(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	s.queue.Enqueue(asynq.NewTask("order", nil)) // want `the error of asynq Enqueue behind the commit is not looked at: the rows are there, and if it fails their job is not \(QG501\)`
	return nil
}

func (s *service) afterCreate(ctx context.Context) error {
	return s.repo.Create(ctx, func(id int) error {
		_, err := s.queue.Enqueue(asynq.NewTask("order", nil)) // want `asynq Enqueue inside an open database transaction`
		return err
	})
}

func (s *service) afterCommit(ctx context.Context) error {
	return s.repo.CreateThen(ctx, func(id int) error {
		_, err := s.queue.Enqueue(asynq.NewTask("order", nil))
		return err
	})
}
