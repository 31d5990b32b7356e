package sends

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/hibiken/asynq"
)

// doer stands for *http.Client.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

type notifier struct {
	client  doer
	base    string
	handler *handler
}

func (n *notifier) request(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, method, n.base+path, body)
}

func (n *notifier) do(r *http.Request) error {
	resp, err := n.client.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (n *notifier) email(ctx context.Context) error {
	r, err := n.request(ctx, http.MethodPost, "/v2/notifications/email", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	return n.do(r)
}

func (n *notifier) sent(ctx context.Context, ref string) error {
	r, err := n.request(ctx, http.MethodGet, "/v2/notifications/email?reference="+ref, nil)
	if err != nil {
		return err
	}
	return n.do(r)
}

func (n *notifier) invoice(ctx context.Context) error {
	r, err := n.request(ctx, http.MethodPost, "/invoices", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	return n.do(r)
}

func (n *notifier) byRequest(ctx context.Context, t *asynq.Task) error {
	if err := n.email(ctx); err != nil { // want `HTTP POST to GOV.UK Notify goes out before UPDATE invites`
		return err
	}
	return n.handler.mark(ctx)
}

func (n *notifier) byPost(ctx context.Context, t *asynq.Task) error {
	resp, err := http.Post(fmt.Sprintf("https://hooks.slack.com/services/%s", t.Payload()), "application/json", nil) // want `HTTP POST to Slack goes out before UPDATE invites`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return n.handler.mark(ctx)
}

// A look at what was sent is no mail.
func (n *notifier) looks(ctx context.Context, t *asynq.Task) error {
	if err := n.sent(ctx, "a"); err != nil {
		return err
	}
	return n.handler.mark(ctx)
}

// Nor is any other request.
func (n *notifier) other(ctx context.Context, t *asynq.Task) error {
	if err := n.invoice(ctx); err != nil {
		return err
	}
	return n.handler.mark(ctx)
}
