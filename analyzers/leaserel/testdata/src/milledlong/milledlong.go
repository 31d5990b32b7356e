package milledlong

import (
	"context"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
)

var config = message.RouterConfig{CloseTimeout: 2 * time.Minute}

func handle(m *message.Message) error {
	ctx, cancel := context.WithTimeout(m.Context(), time.Minute)
	defer cancel()
	<-ctx.Done()
	return nil
}
