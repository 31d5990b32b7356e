package ungrouped

import (
	"context"
	"database/sql"

	"github.com/segmentio/kafka-go"
)

// Without a group there is no offset to commit.
func read(ctx context.Context, db *sql.DB) error {
	r := kafka.NewReader(kafka.ReaderConfig{Topic: "t"})
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", m.Value); err != nil {
			return err
		}
	}
}
