package without

import (
	"context"
	"database/sql"
	"net/http"
	"strings"
	"time"

	"github.com/gocraft/work"
	"github.com/hibiken/asynq"
	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/refund"
)

type handler struct {
	db     *sql.DB
	client *http.Client
}

func (h *handler) post(ctx context.Context, t *asynq.Task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if _, err := http.Post("http://a", "text/plain", strings.NewReader("x")); err != nil { // want `http Post takes no context and has no timeout: it goes on after the job's timeout, beside the next try \(QG103\)`
		return err
	}
	req, err := http.NewRequest("POST", "http://a", nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req) // want `http Do takes no context and has no timeout`
	return err
}

func (h *handler) posts(ctx context.Context, t *asynq.Task) error {
	req, err := http.NewRequestWithContext(ctx, "POST", "http://a", nil)
	if err != nil {
		return err
	}
	if _, err := http.DefaultClient.Do(req); err != nil {
		return err
	}
	_, err = h.client.Post("http://a", "text/plain", nil) // a client of its own may have a timeout
	return err
}

func (h *handler) pays(ctx context.Context, t *asynq.Task) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	p := &stripe.RefundParams{}
	p.SetIdempotencyKey(string(t.Payload()))
	if _, err := refund.New(p); err != nil { // want `stripe refund.New has no Params.Context: it goes on after the job's timeout`
		return err
	}
	q := &stripe.RefundParams{}
	q.Params.Context = ctx
	if _, err := refund.New(q); err != nil {
		return err
	}
	r := &stripe.RefundParams{Params: stripe.Params{Context: ctx}}
	_, err := refund.New(r)
	return err
}

// What must be finished may outlive the job.
func (h *handler) detached(ctx context.Context, t *asynq.Task) error {
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	_, err := h.db.ExecContext(after, "UPDATE jobs SET state = 'done' WHERE id = 1")
	return err
}

// The library gives no context.
func (h *handler) job(j *work.Job) error {
	_, err := http.Post("http://a", "text/plain", nil)
	return err
}
