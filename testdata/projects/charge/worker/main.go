// Command worker charges orders that were enqueued.
package main

import (
	"context"
	"log"
	"os"

	"github.com/hibiken/asynq"
	"github.com/jackc/pgx/v5/pgxpool"

	"example.com/charge/naive"
	"example.com/charge/once"
)

func main() {
	pool, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	mux := asynq.NewServeMux()
	mux.Handle("order:charge", &once.Charge{DB: pool})
	mux.Handle("order:charge:naive", &naive.Charge{DB: pool})
	server := asynq.NewServer(asynq.RedisClientOpt{Addr: os.Getenv("REDIS_ADDR")}, asynq.Config{Concurrency: 20})
	if err := server.Run(mux); err != nil {
		log.Fatal(err)
	}
}
