package ledger

import (
	"context"
	"database/sql"
)

func Credit(ctx context.Context, db *sql.DB, id, n int) error { // want Credit:`UPDATE accounts changes balance relative to itself`
	_, err := db.ExecContext(ctx, "UPDATE accounts SET balance = balance + ? WHERE id = ?", n, id)
	return err
}
