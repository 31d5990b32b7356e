package steps

import (
	"context"

	"ent"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"gorm.io/gorm"
)

type item struct {
	ID    uint
	Stock int
	Views int
}

type handler struct {
	ent    *ent.Client
	gorm   *gorm.DB
	redis  *redis.Client
	dynamo *dynamodb.Client
}

func (h *handler) entity(ctx context.Context, t *asynq.Task) error {
	_, err := h.ent.User.UpdateOneID(1).AddPoints(2).Save(ctx) // want `changes points relative to itself: a job that runs again changes it again \(QG702\)`
	return err
}

func (h *handler) keys(ctx context.Context, t *asynq.Task) error {
	if err := h.redis.DecrBy(ctx, "stock:17", 1).Err(); err != nil { // want `redis DECRBY changes stock:17 relative to itself`
		return err
	}
	if err := h.redis.HIncrBy(ctx, "user:1", "balance", 10).Err(); err != nil { // want `redis HINCRBY changes user:1 balance relative to itself`
		return err
	}
	if err := h.redis.Incr(ctx, "requests").Err(); err != nil {
		return err
	}
	return h.redis.SAdd(ctx, "stock:ids", 17).Err()
}

func (h *handler) item(ctx context.Context, t *asynq.Task) error {
	table, add := "items", "ADD stock :one"
	_, err := h.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: &table, UpdateExpression: &add}) // want `dynamodb UpdateItem changes stock relative to itself`
	return err
}

func (h *handler) readAndWritten(ctx context.Context, t *asynq.Task) error {
	var i item
	if err := h.gorm.First(&i, 1).Error; err != nil {
		return err
	}
	i.Stock -= 2
	return h.gorm.Save(&i).Error // want `gorm Save of items changes stock relative to itself`
}

func (h *handler) counted(ctx context.Context, t *asynq.Task) error {
	var i item
	if err := h.gorm.First(&i, 1).Error; err != nil {
		return err
	}
	i.Views++
	return h.gorm.Save(&i).Error
}

func (h *handler) absolute(ctx context.Context, t *asynq.Task) error {
	var i item
	if err := h.gorm.First(&i, 1).Error; err != nil {
		return err
	}
	i.Stock = 2
	return h.gorm.Save(&i).Error
}

type args struct{}

func (args) Kind() string { return "take" }

type worker[D riverdriver.Driver[pgx.Tx]] struct {
	river.WorkerDefaults[args]
	pool *pgxpool.Pool
}

// The job ends in the same transaction.
func (w *worker[D]) Work(ctx context.Context, job *river.Job[args]) error {
	tx, err := w.pool.Begin(ctx)
	if err != nil {
		return err
	}
	defer tx.Rollback(ctx)
	if _, err := tx.Exec(ctx, "UPDATE items SET stock = stock - 1 WHERE id = $1", 1); err != nil {
		return err
	}
	if _, err := river.JobCompleteTx[D](ctx, tx, job); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
