package others

import (
	"context"
	"time"

	"ent"
	"ent/user"

	"repo"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"go.mongodb.org/mongo-driver/mongo"
)

type handler struct {
	ent    *ent.Client
	dynamo *dynamodb.Client
	mongo  *mongo.Database
	users  *repo.Users
	pool   *pgxpool.Pool
}

func (h *handler) entities(ctx context.Context, t *asynq.Task) error {
	_, err := h.ent.User.Query().Where(user.Email("x")).Only(ctx)
	if ent.IsNotFound(err) {
		_, err = h.ent.User.Create().SetEmail("x").Save(ctx) // want `users is looked up \(line 30\) and then inserted`
	}
	return err
}

func (h *handler) constraint(ctx context.Context, t *asynq.Task) error {
	_, err := h.ent.User.Query().Where(user.Email("x")).Only(ctx)
	if ent.IsNotFound(err) {
		if _, err = h.ent.User.Create().SetEmail("x").Save(ctx); ent.IsConstraintError(err) {
			return nil
		}
	}
	return err
}

func (h *handler) item(ctx context.Context, t *asynq.Task) error {
	table, when := "orders", "attribute_not_exists(id)"
	out, err := h.dynamo.GetItem(ctx, &dynamodb.GetItemInput{TableName: &table})
	if err != nil {
		return err
	}
	if out.Item == nil {
		if _, err = h.dynamo.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table}); err != nil { // want `orders is looked up \(line 49\) and then put without a condition: of two runs at once both put, and the later one wins`
			return err
		}
		_, err = h.dynamo.PutItem(ctx, &dynamodb.PutItemInput{TableName: &table, ConditionExpression: &when})
	}
	return err
}

func (h *handler) upserted(ctx context.Context, t *asynq.Task) error {
	err := h.mongo.Collection("users").FindOne(ctx, nil).Err()
	if err == mongo.ErrNoDocuments {
		_, err = h.mongo.Collection("users").UpdateOne(ctx, nil, nil)
	}
	return err
}

func (h *handler) notExists(ctx context.Context, t *asynq.Task) error {
	if _, err := h.pool.Exec(ctx, "INSERT INTO blocked (email) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM allowed WHERE email = $1)", "x"); err != nil {
		return err
	}
	_, err := h.pool.Exec(ctx, "INSERT INTO users (email) SELECT $1 WHERE NOT EXISTS (SELECT 1 FROM users WHERE email = $1)", "x") // want `INSERT INTO users … WHERE NOT EXISTS looks up and then inserts, not in one step: two runs at once insert two, unless a unique key keeps one out`
	return err
}

// A task that is enqueued once may run twice.
func (h *handler) enqueue(c *asynq.Client) error {
	_, err := c.Enqueue(asynq.NewTask("users", nil), asynq.Unique(time.Hour), asynq.TaskID("users"))
	return err
}

func (h *handler) unique(ctx context.Context, t *asynq.Task) error {
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.Create(ctx, "x") // want `users is looked up`
}

func (h *handler) conditional(ctx context.Context, t *asynq.Task) error {
	tag, err := h.pool.Exec(ctx, "UPDATE imports SET version = version + 1 WHERE id = $1 AND version = $2", 1, 2)
	if err != nil || tag.RowsAffected() == 0 {
		return err
	}
	if exists, err := h.users.Exists(ctx, "x"); err != nil || exists {
		return err
	}
	return h.users.Create(ctx, "x")
}

type args struct{}

func (args) Kind() string { return "import" }

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
	var n int
	if err := tx.QueryRow(ctx, "SELECT count(*) FROM users WHERE email = $1", "x").Scan(&n); err != nil {
		return err
	}
	if n == 0 {
		if _, err := tx.Exec(ctx, "INSERT INTO users (email) VALUES ($1)", "x"); err != nil {
			return err
		}
	}
	if _, err := river.JobCompleteTx[D](ctx, tx, job); err != nil {
		return err
	}
	return tx.Commit(ctx)
}
