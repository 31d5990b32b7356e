package sarama

import "context"

type ConsumerMessage struct{ Value []byte }
type ConsumerGroupSession interface {
	MarkMessage(msg *ConsumerMessage, metadata string)
	Commit()
	Context() context.Context
}
type ConsumerGroupClaim interface {
	Messages() <-chan *ConsumerMessage
}
