// Package kafka stands in for github.com/confluentinc/confluent-kafka-go/v2/kafka.
package kafka

import "time"

type ConfigValue any

type ConfigMap map[string]ConfigValue

func (m ConfigMap) SetKey(key string, value ConfigValue) error { return nil }

type Event interface{ String() string }

type TopicPartition struct{ Topic *string }

type Message struct {
	TopicPartition TopicPartition
	Value, Key     []byte
}

func (*Message) String() string { return "" }

type Consumer struct{}

func NewConsumer(conf *ConfigMap) (*Consumer, error) { return nil, nil }

func (*Consumer) ReadMessage(timeout time.Duration) (*Message, error)       { return nil, nil }
func (*Consumer) Poll(timeoutMs int) Event                                  { return nil }
func (*Consumer) Commit() ([]TopicPartition, error)                         { return nil, nil }
func (*Consumer) CommitMessage(m *Message) ([]TopicPartition, error)        { return nil, nil }
func (*Consumer) StoreMessage(m *Message) ([]TopicPartition, error)         { return nil, nil }
func (*Consumer) StoreOffsets(o []TopicPartition) ([]TopicPartition, error) { return nil, nil }

type Producer struct{}

func (*Producer) Produce(msg *Message, deliveryChan chan Event) error { return nil }
