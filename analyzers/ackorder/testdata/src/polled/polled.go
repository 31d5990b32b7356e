package polled

import (
	"context"
	"database/sql"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func first(ctx context.Context, c *sqs.Client, db *sql.DB) error {
	for {
		out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if _, err := c.DeleteMessage(ctx, &sqs.DeleteMessageInput{ReceiptHandle: m.ReceiptHandle}); err != nil { // want `acknowledged before INSERT INTO events`
				return err
			}
			if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", *m.Body); err != nil {
				return err
			}
		}
	}
}

func last(ctx context.Context, c *sqs.Client, db *sql.DB) error {
	for {
		out, err := c.ReceiveMessage(ctx, &sqs.ReceiveMessageInput{})
		if err != nil {
			return err
		}
		for _, m := range out.Messages {
			if _, err := db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", *m.Body); err != nil {
				continue
			}
			if _, err := c.DeleteMessage(ctx, &sqs.DeleteMessageInput{ReceiptHandle: m.ReceiptHandle}); err != nil {
				return err
			}
		}
	}
}
