package take

import (
	"context"
	"database/sql"
)

func Take(ctx context.Context, db *sql.DB) error {
	_, err := db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = ?", 1)
	return err
}
