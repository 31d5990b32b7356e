package stores

import (
	"context"
	"database/sql"

	"ent"
	"ent/user"
	"models"

	"github.com/Masterminds/squirrel"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/doug-martin/goqu/v9"
	"github.com/jackc/pgx/v5"
	"github.com/volatiletech/sqlboiler/v4/boil"
)

func entQuery(ctx context.Context, c *ent.Client) { // want entQuery:`read users where email`
	c.User.Query().Where(user.Email("x")).Exist(ctx)
}

func entLock(ctx context.Context, c *ent.Client) { // want entLock:`lockread users`
	c.User.Query().Where(user.Email("x")).ForUpdate().Only(ctx)
}

func entCreate(ctx context.Context, c *ent.Client) { // want entCreate:`insert users set email keys email,id,org.slug declared`
	c.User.Create().SetEmail("x").Save(ctx)
}

func entUpsert(ctx context.Context, c *ent.Client) { // want entUpsert:`upsert users set email keys email,id,org.slug declared handled`
	c.User.Create().SetEmail("x").OnConflict().DoNothing().Exec(ctx)
}

func entAdd(ctx context.Context, c *ent.Client) { // want entAdd:`update users set points keys email,id,org.slug declared relative points`
	c.User.UpdateOneID(1).AddPoints(2).Save(ctx)
}

func squirrels(ctx context.Context, db *sql.DB) { // want squirrels:`insert a pool; upsert b handled pool; lockread c pool; update d set n relative n pool`
	squirrel.Insert("a").Columns("x").Values(1).RunWith(db).ExecContext(ctx)
	squirrel.Insert("b").Suffix("ON CONFLICT DO NOTHING").RunWith(db).ExecContext(ctx)
	squirrel.Select("x").From("c").Suffix("FOR UPDATE").RunWith(db).QueryContext(ctx)
	squirrel.Update("d").Set("n", squirrel.Expr("n - ?", 1)).RunWith(db).ExecContext(ctx)
}

func goqus(ctx context.Context, db *goqu.Database) { // want goqus:`insert a pool; upsert b handled pool; lockread c pool`
	db.Insert("a").Rows(goqu.Record{"x": 1}).Executor().ExecContext(ctx)
	db.Insert("b").OnConflict(goqu.DoNothing()).Executor().ExecContext(ctx)
	var row struct{}
	db.From("c").ForUpdate(0).ScanStructContext(ctx, &row)
}

func dynamos(ctx context.Context, c *dynamodb.Client) { // want dynamos:`read t; insert t; upsert t handled; update t relative n`
	t, when, add := "t", "attribute_not_exists(id)", "ADD n :one"
	c.GetItem(ctx, &dynamodb.GetItemInput{TableName: &t})
	c.PutItem(ctx, &dynamodb.PutItemInput{TableName: &t})
	c.PutItem(ctx, &dynamodb.PutItemInput{TableName: &t, ConditionExpression: &when})
	c.UpdateItem(ctx, &dynamodb.UpdateItemInput{TableName: &t, UpdateExpression: &add})
}

// putter stands for *dynamodb.Client, counter only looks like it.
type putter interface {
	PutItem(ctx context.Context, in *dynamodb.PutItemInput) (*dynamodb.PutItemOutput, error)
}

type counter interface {
	PutItem(ctx context.Context, n int) error
	Used(ctx context.Context, in *dynamodb.PutItemInput) error
}

func putters(ctx context.Context, p putter, c counter) { // want putters:`insert t$`
	t := "t"
	p.PutItem(ctx, &dynamodb.PutItemInput{TableName: &t})
	c.PutItem(ctx, 1)
	c.Used(ctx, &dynamodb.PutItemInput{TableName: &t})
}

func boilers(ctx context.Context, exec boil.ContextExecutor) { // want boilers:`insert users set email param 1; upsert users handled param 1`
	u := &models.User{Email: "x"}
	u.Insert(ctx, exec, boil.Infer())
	u.Upsert(ctx, exec, false)
}

type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

// The caller decides what the handle is.
func handle(ctx context.Context, tx pgx.Tx, q execer) { // want handle:`delete a where id tx; delete b where id param 2`
	tx.Exec(ctx, "DELETE FROM a WHERE id = $1", 1)
	q.ExecContext(ctx, "DELETE FROM b WHERE id = ?", 1)
}

func given(ctx context.Context, tx pgx.Tx, db *sql.DB) { // want given:`delete a where id tx; delete b where id pool`
	handle(ctx, tx, db)
}

func copies(ctx context.Context, tx pgx.Tx) { // want copies:`insert a tx`
	tx.CopyFrom(ctx, pgx.Identifier{"public", "a"}, nil, nil)
}
