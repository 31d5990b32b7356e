// Package app puts the store behind the handlers.
package app

import (
	"database/sql"

	"shop/jobs"
	"shop/store"

	"github.com/hibiken/asynq"
)

// Mux registers the handlers.
func Mux(db *sql.DB) *asynq.ServeMux {
	h := &jobs.Handler{Store: &store.SQL{DB: db}}
	m := asynq.NewServeMux()
	m.HandleFunc("register", h.Register)
	m.HandleFunc("save", h.Save)
	return m
}
