package sqs

import "context"

type Message struct {
	Body          *string
	ReceiptHandle *string
}
type ReceiveMessageInput struct {
	MaxNumberOfMessages int32
	VisibilityTimeout   int32
}
type ReceiveMessageOutput struct{ Messages []Message }
type DeleteMessageInput struct{ ReceiptHandle *string }
type DeleteMessageOutput struct{}
type SendMessageInput struct {
	MessageBody            *string
	MessageDeduplicationId *string
}
type SendMessageOutput struct{}
type Client struct{}

func (c *Client) ReceiveMessage(ctx context.Context, in *ReceiveMessageInput) (*ReceiveMessageOutput, error) {
	return nil, nil
}
func (c *Client) DeleteMessage(ctx context.Context, in *DeleteMessageInput) (*DeleteMessageOutput, error) {
	return nil, nil
}
func (c *Client) SendMessage(ctx context.Context, in *SendMessageInput) (*SendMessageOutput, error) {
	return nil, nil
}
