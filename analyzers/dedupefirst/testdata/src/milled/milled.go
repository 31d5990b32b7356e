package milled

import (
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
)

func within(r *message.Router) {
	retry := middleware.Retry{MaxRetries: 3, InitialInterval: time.Second}
	dedupe := &middleware.Deduplicator{Timeout: time.Minute}
	r.AddMiddleware(retry.Middleware, dedupe.Middleware) // want `Deduplicator within Retry: it marks a message at the first try, so the retry of a failed one is dropped as a duplicate \(QG706\)`
}

func apart(r *message.Router) {
	retry := middleware.Retry{MaxRetries: 3, InitialInterval: time.Second}
	r.AddMiddleware(retry.Middleware)
	r.AddMiddleware((&middleware.Deduplicator{}).Middleware) // want `Deduplicator within Retry`
}

func around(r *message.Router) {
	retry := middleware.Retry{MaxRetries: 3, InitialInterval: time.Second}
	dedupe := &middleware.Deduplicator{Timeout: time.Minute}
	r.AddMiddleware(dedupe.Middleware, retry.Middleware)
}
