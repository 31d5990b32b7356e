package rmq

type Delivery interface {
	Payload() string
	Ack() error
	Reject() error
	Push() error
}
type Consumer interface{ Consume(delivery Delivery) }
type ConsumerFunc func(Delivery)
type Queue interface {
	Publish(payload ...string) error
	AddConsumer(tag string, consumer Consumer) (string, error)
	AddConsumerFunc(tag string, f ConsumerFunc) (string, error)
}
