package endless

import (
	"errors"
	"log"
	"math"
	"time"

	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/hibiken/asynq"
	"github.com/rabbitmq/amqp091-go"
)

func do(b []byte) error { return nil }

func enqueue(c *asynq.Client, t *asynq.Task, n int) {
	c.Enqueue(t, asynq.MaxRetry(math.MaxInt32)) // want `MaxRetry\(2147483647\) is no bound: a task that can't succeed is retried for years \(QG201\)`
	c.Enqueue(t, asynq.MaxRetry(25))
	c.Enqueue(t, asynq.MaxRetry(n))
}

func loop(ch <-chan amqp091.Delivery) {
	for d := range ch {
		if err := do(d.Body); err != nil {
			log.Print(err)
			d.Nack(false, true) // want `Nack puts every failed delivery back at once and without end: a poison message turns into a hot loop`
			continue
		}
		d.Ack(false)
	}
}

func handler(d amqp091.Delivery) error {
	err := do(d.Body)
	if err != nil {
		return d.Reject(true) // want `Reject puts every failed delivery back`
	}
	return d.Ack(false)
}

func bounded(ch <-chan amqp091.Delivery, stop <-chan struct{}) {
	for d := range ch {
		if err := do(d.Body); err != nil {
			d.Nack(false, !d.Redelivered)
		}
	}
	for d := range ch {
		select {
		case <-stop:
			d.Nack(false, true) // not ours any more
			return
		default:
		}
		if err := do(d.Body); err != nil {
			d.Nack(false, false)
		}
	}
}

func counted(ch <-chan amqp091.Delivery) {
	for d := range ch {
		if err := do(d.Body); err != nil {
			if n, _ := d.Headers["x-delivery-count"].(int64); n > 5 {
				d.Reject(false)
				continue
			}
			d.Nack(false, true)
		}
	}
}

var errBusy = errors.New("busy")

func decided(d amqp091.Delivery) error {
	if err := do(d.Body); err != nil {
		if errors.Is(err, errBusy) {
			return d.Nack(false, true)
		}
		return d.Nack(false, false)
	}
	return d.Ack(false)
}

func delayed(d amqp091.Delivery) error {
	if err := do(d.Body); err != nil {
		time.Sleep(time.Minute)
		return d.Nack(false, true)
	}
	return d.Ack(false)
}

var retries = []middleware.Retry{
	{MaxRetries: -1, InitialInterval: time.Second}, // want `MaxRetries -1 retries without end`
	{MaxRetries: 3, InitialInterval: time.Second},
}

var configs = []asynq.Config{
	{IsFailure: func(error) bool { return false }}, // want `IsFailure never says true`
	{IsFailure: func(err error) bool { return !errors.Is(err, errBusy) }},
}
