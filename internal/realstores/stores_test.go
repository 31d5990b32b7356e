package realstores

import (
	"context"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stripe/stripe-go/v82"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// callers deliver the same job at once, in each of several rounds: one round may be lucky.
const (
	callers = 20
	rounds  = 10
)

// address is a server's, from the environment. Without it a test skips, but not in CI.
func address(t *testing.T, variable string) string {
	t.Helper()
	at := os.Getenv(variable)
	if at == "" && os.Getenv("CI") == "true" {
		t.Fatalf("%s is not set: .ci/services starts the server", variable)
	} else if at == "" {
		t.Skipf("%s is not set: .ci/services starts the server", variable)
	}
	return at
}

// warmPool has a connection for each caller. On a cold one they come up one after another, and the race hides.
func warmPool(t *testing.T) *pgxpool.Pool {
	t.Helper()
	config, err := pgxpool.ParseConfig(address(t, "DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	config.MaxConns = callers
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	atOnce(t, func() error {
		_, err := pool.Exec(t.Context(), "SELECT pg_sleep(0.1)")
		return err
	})
	return pool
}

// gormDB is gorm over a warm pool.
func gormDB(t *testing.T) *gorm.DB {
	t.Helper()
	db, err := gorm.Open(postgres.Open(address(t, "DATABASE_URL")), &gorm.Config{Logger: logger.Discard})
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	pool.SetMaxIdleConns(callers)
	atOnce(t, func() error { return db.Exec("SELECT pg_sleep(0.1)").Error })
	return db
}

// atOnce releases all callers together and waits for them.
func atOnce(t *testing.T, call func() error) {
	t.Helper()
	start := make(chan struct{})
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			<-start
			if err := call(); err != nil {
				t.Error(err)
			}
		})
	}
	close(start)
	wg.Wait()
}

// drop drops tables.
func drop(t *testing.T, pool *pgxpool.Pool, tables ...string) {
	t.Helper()
	for _, table := range tables {
		if _, err := pool.Exec(t.Context(), "DROP TABLE IF EXISTS "+table); err != nil {
			t.Fatal(err)
		}
	}
}

func execute(t *testing.T, pool *pgxpool.Pool, sql string) {
	t.Helper()
	if _, err := pool.Exec(t.Context(), sql); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, pool *pgxpool.Pool, sql string, args ...any) int {
	t.Helper()
	var n int
	if err := pool.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// gateway stands in for the payment provider: it charges once for each idempotency key. It gives the number of charges.
func gateway(t *testing.T) *atomic.Int64 {
	t.Helper()
	var charges atomic.Int64
	var seen sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, again := seen.LoadOrStore(r.Header.Get("Idempotency-Key"), true); !again {
			charges.Add(1)
		}
		time.Sleep(5 * time.Millisecond) // a bank is no faster
		_, _ = w.Write([]byte(`{"id": "pi_1", "object": "payment_intent"}`))
	}))
	t.Cleanup(server.Close)
	stripe.Key = "sk_test_none"
	before := stripe.GetBackend(stripe.APIBackend)
	t.Cleanup(func() { stripe.SetBackend(stripe.APIBackend, before) })
	stripe.SetBackend(stripe.APIBackend, stripe.GetBackendWithConfig(stripe.APIBackend, &stripe.BackendConfig{
		URL: stripe.String(server.URL), MaxNetworkRetries: stripe.Int64(0), LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelNull},
	}))
	return &charges
}

// asynqServer works on jobs of a type with a handler until they were handled as often as wanted.
func asynqServer(t *testing.T, kind string, payload []byte, handler asynq.Handler) {
	t.Helper()
	redis := asynq.RedisClientOpt{Addr: address(t, "REDIS_ADDR")}
	client := asynq.NewClient(redis)
	defer client.Close()
	for range callers {
		if _, err := client.Enqueue(asynq.NewTask(kind, payload)); err != nil {
			t.Fatal(err)
		}
	}
	done := make(chan struct{}, callers)
	mux := asynq.NewServeMux()
	mux.HandleFunc(kind, func(ctx context.Context, task *asynq.Task) error {
		err := handler.ProcessTask(ctx, task)
		if err != nil {
			t.Error(err)
		}
		done <- struct{}{}
		return err
	})
	server := asynq.NewServer(redis, asynq.Config{Concurrency: callers, LogLevel: asynq.FatalLevel})
	if err := server.Start(mux); err != nil {
		t.Fatal(err)
	}
	defer server.Shutdown()
	for range callers {
		select {
		case <-done:
		case <-time.After(time.Minute):
			t.Fatal("the jobs were not handled within a minute")
		}
	}
}
