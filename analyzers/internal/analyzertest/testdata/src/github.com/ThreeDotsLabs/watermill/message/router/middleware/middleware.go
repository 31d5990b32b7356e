package middleware

import (
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

func InstantAck(h message.HandlerFunc) message.HandlerFunc { return h }

type Retry struct {
	MaxRetries          int
	InitialInterval     time.Duration
	MaxInterval         time.Duration
	Multiplier          float64
	MaxElapsedTime      time.Duration
	RandomizationFactor float64
}

func (r Retry) Middleware(h message.HandlerFunc) message.HandlerFunc { return h }

type Deduplicator struct{ Timeout time.Duration }

func (d *Deduplicator) Middleware(h message.HandlerFunc) message.HandlerFunc { return h }
