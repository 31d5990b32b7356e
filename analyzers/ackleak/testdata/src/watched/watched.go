// Package watched learns of a closed channel.
package watched

import (
	"log"

	"github.com/rabbitmq/amqp091-go"
)

func start() error {
	conn, err := amqp091.Dial("amqp://localhost")
	if err != nil {
		return err
	}
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	deliveries, err := ch.Consume("orders", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	go func() {
		for d := range deliveries {
			log.Print(d.Body)
		}
	}()
	return <-ch.NotifyClose(make(chan *amqp091.Error))
}
