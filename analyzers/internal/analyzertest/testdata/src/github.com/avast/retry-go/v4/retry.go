package retry

import (
	"context"
	"time"
)

type Config struct{}
type Option func(*Config)
type DelayTypeFunc func(n uint, err error, config *Config) time.Duration
type RetryableFunc func() error

func Do(f RetryableFunc, opts ...Option) error                   { return nil }
func Attempts(n uint) Option                                     { return nil }
func UntilSucceeded() Option                                     { return nil }
func Context(ctx context.Context) Option                         { return nil }
func Delay(d time.Duration) Option                               { return nil }
func DelayType(f DelayTypeFunc) Option                           { return nil }
func BackOffDelay(n uint, _ error, config *Config) time.Duration { return 0 }
func FixedDelay(_ uint, _ error, config *Config) time.Duration   { return 0 }
func RandomDelay(_ uint, _ error, config *Config) time.Duration  { return 0 }
func CombineDelay(delays ...DelayTypeFunc) DelayTypeFunc         { return nil }
