package greedy

import (
	"context"
	"database/sql"

	"github.com/twmb/franz-go/pkg/kgo"
)

func client() (*kgo.Client, error) {
	return kgo.NewClient(kgo.ConsumerGroup("events"), kgo.GreedyAutoCommit()) // want `GreedyAutoCommit commits records before they are handled: a failure loses them`
}

func consume(ctx context.Context, cl *kgo.Client, db *sql.DB) {
	for {
		for _, r := range cl.PollFetches(ctx).Records() {
			db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", r.Value)
		}
	}
}
