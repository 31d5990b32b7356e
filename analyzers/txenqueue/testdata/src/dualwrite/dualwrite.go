package dualwrite

import (
	"context"
	"database/sql"

	"dualwrite/notify"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"gorm.io/gorm"
)

type order struct{ ID uint }
type args struct{}

func (args) Kind() string { return "order" }

type service struct {
	db     *sql.DB
	pool   *pgxpool.Pool
	gorm   *gorm.DB
	queue  *asynq.Client
	river  *river.Client[pgx.Tx]
	notify *notify.Notifier
	pub    message.Publisher
}

func (s *service) closure(o *order) error {
	return s.gorm.Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(o).Error; err != nil {
			return err
		}
		_, err := s.queue.Enqueue(asynq.NewTask("order", nil), asynq.TaskID("1")) // want `asynq Enqueue inside an open database transaction: the job may run before the commit, and runs after a rollback too \(QG501\)`
		return err
	})
}

func (s *service) statements(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		return err
	}
	if err := s.notify.Send(ctx, nil); err != nil { // want `amqp PublishWithContext inside an open database transaction`
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	return s.notify.Send(ctx, nil)
}

func (s *service) outside(ctx context.Context, ids []int) error {
	for _, id := range ids {
		tx := s.gorm.Begin()
		if err := tx.Create(&order{ID: uint(id)}).Error; err != nil {
			tx.Rollback()
			return err
		}
		if err := tx.Commit().Error; err != nil {
			return err
		}
		if _, err := s.queue.Enqueue(asynq.NewTask("order", nil)); err != nil {
			return err
		}
	}
	return nil
}

func (s *service) gormStatements(o *order) error {
	tx := s.gorm.Begin()
	if err := tx.Create(o).Error; err != nil {
		tx.Rollback()
		return err
	}
	if _, err := s.queue.Enqueue(asynq.NewTask("order", nil)); err != nil { // want `asynq Enqueue inside`
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

func (s *service) rolledBack(ctx context.Context) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		tx.Rollback()
		_, err := s.queue.Enqueue(asynq.NewTask("failed", nil))
		return err
	}
	return tx.Commit()
}

func (s *service) rivers(ctx context.Context) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "INSERT INTO orders (id) VALUES ($1)", 1); err != nil {
			return err
		}
		if _, err := s.river.InsertTx(ctx, tx, args{}, nil); err != nil {
			return err
		}
		_, err := s.river.Insert(ctx, args{}, nil) // want `river Insert inside an open database transaction`
		return err
	})
}

func (s *service) handed(ctx context.Context, tx *sql.Tx) error {
	if _, err := tx.ExecContext(ctx, "INSERT INTO orders (id) VALUES (?)", 1); err != nil {
		return err
	}
	_, err := s.queue.Enqueue(asynq.NewTask("order", nil)) // want `asynq Enqueue inside`
	return err
}

// An outbox row is part of the transaction, and a publisher of unknown type may be one too.
func (s *service) outbox(ctx context.Context) error {
	return pgx.BeginFunc(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.pub.Publish("orders", message.NewMessage("1", nil)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO outbox (topic) VALUES ($1)", "order")
		return err
	})
}

// Read within a transaction, enqueued behind it.
func (s *service) later(ctx context.Context) error {
	var list []order
	if err := s.gorm.Transaction(func(tx *gorm.DB) error { return tx.Find(&list).Error }); err != nil {
		return err
	}
	_, err := s.queue.Enqueue(asynq.NewTask("order", nil))
	return err
}
