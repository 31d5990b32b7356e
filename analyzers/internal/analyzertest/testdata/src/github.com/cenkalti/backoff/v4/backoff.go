package backoff

type ExponentialBackOff struct{ RandomizationFactor float64 }

func NewExponentialBackOff() *ExponentialBackOff { return nil }
