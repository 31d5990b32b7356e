package sends

import (
	"context"
	"database/sql"
	"net/http"

	"github.com/hibiken/asynq"
	"github.com/sendgrid/sendgrid-go"
)

type handler struct {
	db   *sql.DB
	mail *sendgrid.Client
}

func (h *handler) send() error {
	_, err := h.mail.Send(nil)
	return err
}

func (h *handler) mark(ctx context.Context) error {
	_, err := h.db.ExecContext(ctx, "UPDATE invites SET sent = 1 WHERE id = ?", 1)
	return err
}

func (h *handler) before(ctx context.Context, t *asynq.Task) error {
	if err := h.send(); err != nil { // want `sendgrid Send goes out before UPDATE invites \(line 31\): if that fails, the retry sends it again \(QG707\)`
		return err
	}
	return h.mark(ctx)
}

func (h *handler) after(ctx context.Context, t *asynq.Task) error {
	if err := h.mark(ctx); err != nil {
		return err
	}
	return h.send()
}

func (h *handler) between(ctx context.Context, t *asynq.Task) error {
	if err := h.mark(ctx); err != nil {
		return err
	}
	if err := h.send(); err != nil {
		return err
	}
	return h.mark(ctx)
}

// The mail goes out on one way only.
func (h *handler) sometimes(ctx context.Context, t *asynq.Task) error {
	if len(t.Payload()) > 0 {
		if err := h.send(); err != nil { // want `sendgrid Send goes out before UPDATE invites`
			return err
		}
	}
	return h.mark(ctx)
}

// The write of the next round is no write behind this round's mail.
func (h *handler) rounds(ctx context.Context, t *asynq.Task) error {
	for n := range 10 {
		var err error
		if n%2 == 0 {
			err = h.mark(ctx)
		} else {
			err = h.send()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (h *handler) last(ctx context.Context, t *asynq.Task) error { return h.send() }

// No handler.
func (h *handler) form(ctx context.Context) error { // want form:`sendgrid Send goes out before UPDATE invites`
	if err := h.send(); err != nil {
		return err
	}
	return h.mark(ctx)
}

func (h *handler) webhook(ctx context.Context, t *asynq.Task) error {
	if _, err := http.Post("http://hooks", "text/plain", nil); err != nil { // want `http Post goes out before UPDATE invites`
		return err
	}
	return h.mark(ctx)
}

// What the answer says is written down.
func (h *handler) answered(ctx context.Context, t *asynq.Task) error {
	r, err := http.Post("http://hooks", "text/plain", nil)
	if err != nil {
		return err
	}
	_, err = h.db.ExecContext(ctx, "INSERT INTO answers (code) VALUES (?)", r.StatusCode)
	return err
}

func (h *handler) outbox(ctx context.Context, t *asynq.Task) error {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO invites (id) VALUES (?)", 1); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO outbox (invite) VALUES (?)", 1); err != nil {
		return err
	}
	return tx.Commit()
}
