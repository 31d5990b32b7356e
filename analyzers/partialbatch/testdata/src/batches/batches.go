package batches

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/aws/aws-lambda-go/events"
)

type handler struct{ db *sql.DB }

func (h *handler) apply(ctx context.Context, body string) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", body)
	return err
}

func (h *handler) whole(ctx context.Context, ev events.SQSEvent) error {
	for _, r := range ev.Records {
		if err := h.apply(ctx, r.Body); err != nil { // want `a failure of INSERT INTO events gives the whole batch back: the records before it are handled again \(QG304\)`
			return fmt.Errorf("apply: %w", err)
		}
	}
	return nil
}

func (h *handler) upserts(ctx context.Context, ev events.SQSEvent) error {
	for _, r := range ev.Records {
		if _, err := h.db.ExecContext(ctx, "INSERT INTO events (id) VALUES (?) ON CONFLICT DO NOTHING", r.MessageId); err != nil {
			return err
		}
	}
	return nil
}

func (h *handler) collected(ctx context.Context, ev events.SQSEvent) error {
	var all error
	for _, r := range ev.Records {
		if err := h.apply(ctx, r.Body); err != nil {
			all = errors.Join(all, err)
		}
	}
	return all
}

func (h *handler) partial(ctx context.Context, ev events.SQSEvent) (events.SQSEventResponse, error) {
	for _, r := range ev.Records {
		if err := h.apply(ctx, r.Body); err != nil {
			return events.SQSEventResponse{BatchItemFailures: []events.SQSBatchItemFailure{{ItemIdentifier: r.MessageId}}}, nil
		}
	}
	return events.SQSEventResponse{}, nil
}

// One statement for the batch.
func (h *handler) single(ctx context.Context, ev events.SQSEvent) error {
	return h.apply(ctx, ev.Records[0].Body)
}
