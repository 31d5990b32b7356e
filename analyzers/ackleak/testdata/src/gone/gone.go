package gone

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

func do(b []byte) error { return nil }

func open() (*amqp091.Channel, error) {
	conn, err := amqp091.Dial("amqp://localhost")
	if err != nil {
		return nil, err
	}
	return conn.Channel()
}

func start(ch *amqp091.Channel) error {
	deliveries, err := ch.Consume("orders", "", false, false, false, false, nil)
	if err != nil {
		return err
	}
	go func() {
		for d := range deliveries { // want `when the channel closes \(consumer timeout, lost connection\) this loop ends, and nothing consumes again or says so \(QG302\)`
			if do(d.Body) != nil {
				d.Nack(false, false)
				continue
			}
			d.Ack(false)
		}
		log.Print("done")
	}()
	go named(deliveries)
	return nil
}

func named(deliveries <-chan amqp091.Delivery) {
	for d := range deliveries { // want `this loop ends`
		d.Ack(false)
	}
}

// The goroutine's end is noticed.
func noticed(deliveries <-chan amqp091.Delivery, failed chan<- error) {
	go func() {
		for d := range deliveries {
			d.Ack(false)
		}
		log.Fatal("the channel is closed")
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		for d := range deliveries {
			d.Ack(false)
		}
	}()
	go func() {
		for d := range deliveries {
			d.Ack(false)
		}
		failed <- nil
	}()
	<-done
}

// Who calls it sees it return.
func run(deliveries <-chan amqp091.Delivery) {
	for d := range deliveries {
		d.Ack(false)
	}
}

func again(ch *amqp091.Channel) {
	go func() {
		for {
			deliveries, err := ch.Consume("orders", "", false, false, false, false, nil)
			if err != nil {
				log.Fatal(err)
			}
			for d := range deliveries {
				d.Ack(false)
			}
		}
	}()
}
