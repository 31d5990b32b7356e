package sendgrid

type Mail struct{}
type Response struct{}
type Client struct{}

func (c *Client) Send(m *Mail) (*Response, error) { return nil, nil }
