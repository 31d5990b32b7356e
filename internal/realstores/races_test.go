package realstores

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"example.com/charge/naive"
	"example.com/charge/once"
	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/qlint-dev/qlint/internal/realstores/outbox"
	"github.com/qlint-dev/qlint/internal/realstores/users"
)

const sample = "../../testdata/projects/charge"

// migrate lays the sample's schema anew.
func migrate(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	drop(t, pool, "charges", "payment_attempts")
	files, err := filepath.Glob(sample + "/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal("no migrations", err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		execute(t, pool, string(text))
	}
}

func chargeTask(order int) *asynq.Task {
	return asynq.NewTask("order:charge", fmt.Appendf(nil, `{"order": %d, "cents": 4900}`, order))
}

// QG701 and QG703: the row is looked up and then inserted, and the gateway gets a new key each time.
func TestReportedChargeRunsTwiceAndTheSilentOneOnce(t *testing.T) {
	pool := warmPool(t)
	for _, c := range []struct {
		name    string
		handler asynq.Handler
		rows    string
		once    bool
	}{
		{"naive", &naive.Charge{DB: pool}, "SELECT count(*) FROM charges", false},
		{"once", &once.Charge{DB: pool}, "SELECT count(*) FROM payment_attempts WHERE receipt IS NOT NULL", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			migrate(t, pool)
			charges := gateway(t)
			for order := range rounds {
				atOnce(t, func() error { return c.handler.ProcessTask(t.Context(), chargeTask(order)) })
			}
			rows := count(t, pool, c.rows)
			t.Logf("%d orders: %d rows, %d charges", rounds, rows, charges.Load())
			if got := rows == rounds && charges.Load() == rounds; got != c.once {
				t.Errorf("charged once: %t, want %t", got, c.once)
			}
		})
	}
}

// The same through asynq and Redis: one order, enqueued as often as a nervous producer does.
func TestReportedChargeRunsTwiceBehindAQueue(t *testing.T) {
	address(t, "REDIS_ADDR")
	pool := warmPool(t)
	for _, c := range []struct {
		name    string
		handler asynq.Handler
		once    bool
	}{{"naive", &naive.Charge{DB: pool}, false}, {"once", &once.Charge{DB: pool}, true}} {
		t.Run(c.name, func(t *testing.T) {
			migrate(t, pool)
			charges := gateway(t)
			asynqServer(t, "charge:"+c.name, chargeTask(8841).Payload(), c.handler)
			t.Logf("1 order: %d charges", charges.Load())
			if got := charges.Load() == 1; got != c.once {
				t.Errorf("charged once: %t, want %t", got, c.once)
			}
		})
	}
}

// QG701 for gorm's FirstOrCreate.
func TestReportedFirstOrCreateMakesTwoAndTheSilentInsertOne(t *testing.T) {
	db := gormDB(t)
	for _, c := range []struct {
		name    string
		model   any
		handler asynq.Handler
		once    bool
	}{{"looked up first", &users.Loose{}, &users.First{DB: db}, false}, {"decided by the database", &users.Strict{}, &users.Decided{DB: db}, true}} {
		t.Run(c.name, func(t *testing.T) {
			if err := db.Migrator().DropTable(c.model); err != nil {
				t.Fatal(err)
			}
			if err := db.AutoMigrate(c.model); err != nil {
				t.Fatal(err)
			}
			for i := range rounds {
				task := asynq.NewTask("user:add", fmt.Appendf(nil, "%d@example.com", i))
				atOnce(t, func() error { return c.handler.ProcessTask(t.Context(), task) })
			}
			var rows int64
			if err := db.Model(c.model).Count(&rows).Error; err != nil {
				t.Fatal(err)
			}
			t.Logf("%d addresses: %d rows", rounds, rows)
			if got := rows == rounds; got != c.once {
				t.Errorf("one row each: %t, want %t", got, c.once)
			}
		})
	}
}

// QG401: FOR UPDATE on the pool locks nothing beyond its statement.
func TestReportedLockSendsTwiceAndTheSilentOneOnce(t *testing.T) {
	pool := warmPool(t)
	const messages = 50
	var sends atomic.Int64
	send := func(int64) { sends.Add(1) }
	for _, c := range []struct {
		name    string
		handler asynq.Handler
		once    bool
	}{{"on the pool", &outbox.Unlocked{DB: pool, Send: send}, false}, {"in a transaction", &outbox.Locked{DB: pool, Send: send}, true}} {
		t.Run(c.name, func(t *testing.T) {
			sends.Store(0)
			drop(t, pool, "outbox")
			execute(t, pool, "CREATE TABLE outbox (id bigserial PRIMARY KEY, sent_at timestamptz)")
			execute(t, pool, fmt.Sprintf("INSERT INTO outbox (sent_at) SELECT NULL FROM generate_series(1, %d)", messages))
			atOnce(t, func() error { return c.handler.ProcessTask(t.Context(), nil) })
			t.Logf("%d messages: sent %d times", messages, sends.Load())
			if got := sends.Load() == messages; got != c.once {
				t.Errorf("sent once: %t, want %t", got, c.once)
			}
		})
	}
}

// What qlint says of the code that the tests above run, with the real libraries.
func TestThesePackagesAreReported(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "qlint")
	build := exec.CommandContext(t.Context(), "go", "build", "-C", "../..", "-buildvcs=false", "-o", tool, "./cmd/qlint")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	out, err := exec.CommandContext(t.Context(), tool, "go", "--format", "json", "--fail-on", "never", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var report struct {
		Findings []struct {
			Rule, File string
			Line       int
		}
	}
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range report.Findings {
		got = append(got, fmt.Sprintf("%s:%d %s", f.File, f.Line, f.Rule))
	}
	slices.Sort(got)
	want := []string{"outbox/outbox.go:28 QG401", "users/users.go:30 QG701"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
