package dynamodb

import "context"

type GetItemInput struct{ TableName *string }
type GetItemOutput struct{ Item map[string]any }
type PutItemInput struct {
	TableName           *string
	ConditionExpression *string
}
type PutItemOutput struct{}
type UpdateItemInput struct {
	TableName        *string
	UpdateExpression *string
}
type UpdateItemOutput struct{}
type Client struct{}

func (c *Client) GetItem(ctx context.Context, in *GetItemInput) (*GetItemOutput, error) {
	return nil, nil
}
func (c *Client) PutItem(ctx context.Context, in *PutItemInput) (*PutItemOutput, error) {
	return nil, nil
}
func (c *Client) UpdateItem(ctx context.Context, in *UpdateItemInput) (*UpdateItemOutput, error) {
	return nil, nil
}
