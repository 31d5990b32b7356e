package paypal

import "context"

type Client struct{}
type RefundCaptureRequest struct{ InvoiceID string }
type RefundResponse struct{}
type CaptureOrderRequest struct{}
type CaptureOrderResponse struct{}

func (c *Client) RefundCapture(ctx context.Context, captureID string, req RefundCaptureRequest) (*RefundResponse, error) {
	return nil, nil
}
func (c *Client) RefundCaptureWithPaypalRequestId(ctx context.Context, captureID string, req RefundCaptureRequest, requestID string) (*RefundResponse, error) {
	return nil, nil
}
func (c *Client) CaptureOrder(ctx context.Context, orderID string, req CaptureOrderRequest) (*CaptureOrderResponse, error) {
	return nil, nil
}
