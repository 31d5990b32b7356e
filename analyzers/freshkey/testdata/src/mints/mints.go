package mints

import (
	"context"
	"database/sql"

	"github.com/google/uuid"
	"github.com/hibiken/asynq"
	"gorm.io/gorm"
)

type Order struct {
	ID  string
	Ref string
}

type Unknown struct{ ID string }

type handler struct {
	db   *sql.DB
	gorm *gorm.DB
}

func newID() string { return uuid.NewString() }

func (h *handler) target(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?) ON CONFLICT (id) DO NOTHING", newID(), "r") // want `the conflict target id of INSERT INTO orders is minted on each try: it never meets a conflict \(QG704\)`
	return err
}

func (h *handler) proved(ctx context.Context, t *asynq.Task) error {
	id := uuid.New()
	if _, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?)", id, "r"); err != nil { // want `id of INSERT INTO orders is minted on each try: a job that runs again inserts a second row, and no other unique key refuses it`
		return err
	}
	o := Order{ID: uuid.NewString(), Ref: "r"}
	return h.gorm.Create(&o).Error // want `id of gorm Create of orders is minted`
}

func (h *handler) unknown(ctx context.Context, t *asynq.Task) error {
	return h.gorm.Create(&Unknown{ID: uuid.NewString()}).Error // want `id of gorm Create of unknowns is minted on each try: a job that runs again inserts a second row \(QG704\)`
}

func (h *handler) covered(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO unique_orders (id, ref) VALUES (?, ?)", uuid.NewString(), "r")
	return err
}

func (h *handler) otherTarget(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?) ON CONFLICT (ref) DO NOTHING", uuid.NewString(), "r")
	return err
}

func (h *handler) derived(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?)", uuid.NewSHA1(uuid.NameSpaceOID, t.Payload()), "r")
	return err
}

// A token is no identity.
func (h *handler) token(ctx context.Context, t *asynq.Task) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, body) VALUES (?, ?)", string(t.Payload()), uuid.NewString())
	return err
}

func (h *handler) lookedUp(ctx context.Context, t *asynq.Task) error {
	var id string
	if err := h.db.QueryRowContext(ctx, "SELECT id FROM orders WHERE ref = ?", "r").Scan(&id); err == nil {
		return nil
	}
	_, err := h.db.ExecContext(ctx, "INSERT INTO orders (id, ref) VALUES (?, ?)", uuid.NewString(), "r")
	return err
}
