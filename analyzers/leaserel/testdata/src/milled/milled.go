package milled

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

var config = message.RouterConfig{CloseTimeout: 10 * time.Second} // want `a shutdown waits 10s, but a handler may run 1m0s: it is cut off and its message comes again \(QG102\)`

func handle(m *message.Message) error {
	ctx, cancel := context.WithTimeout(m.Context(), time.Minute)
	defer cancel()
	<-ctx.Done()
	return nil
}
