package laravel

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// connection reads one entry of queue.connections.
func (a *Application) connection(name string, e phpeval.Entry, horizon bool) *queue.Connection {
	c := &queue.Connection{Name: name, Span: own(e.KeySpan), Settings: map[string]queue.Setting{}}
	v := e.Value
	if v.Kind != phpeval.Array {
		why := "the connection is not known"
		if v.Kind == phpeval.Unknown {
			why = v.Why
		}
		c.Driver = queue.NotKnown[string](why, v.Origin)
		c.Lease = queue.NotKnown[time.Duration](why, v.Origin)
		c.Queue = queue.NotKnown[string](why, v.Origin)
		return c
	}
	for _, entry := range v.Array.Entries {
		c.Settings[entry.Key.String()] = queue.Setting{Key: own(entry.KeySpan), Value: entry.Value.AsScalar()}
	}
	if v.Array.Open != "" {
		for _, key := range []string{"driver", "retry_after", "queue", "block_for", "after_commit", "connection"} {
			if _, ok := c.Settings[key]; !ok {
				c.Settings[key] = queue.Setting{Value: queue.NotKnown[queue.Scalar](v.Array.Open, v.Origin)}
			}
		}
	}
	c.Driver = text(c.Setting("driver"), "the driver is no text")
	c.Queue = text(c.Setting("queue"), "the queue's name is no text")
	c.Lease = a.lease(c, horizon)
	return c
}

// text is a setting that must be a text; null is Absent.
func text(v queue.Value[queue.Scalar], why string) queue.Value[string] {
	if s, ok := v.Get(); ok && s.Kind == queue.NullScalar {
		return queue.NotSet[string](v.Origin())
	}
	return queue.Map(v, func(s queue.Scalar) (string, bool) { return s.Text, s.Kind == queue.StringScalar }, why)
}

// lease is how long the driver hides a reserved job (Laravel: Queue/Connectors, Queue/DatabaseQueue.php, Queue/RedisQueue.php).
func (a *Application) lease(c *queue.Connection, horizon bool) queue.Value[time.Duration] {
	driver, ok := c.Driver.Get()
	if !ok {
		return queue.NotKnown[time.Duration]("the driver is not known", c.Driver.Origin())
	}
	switch driver {
	case "sync", "null", "deferred", "background":
		return queue.NotSet[time.Duration](nil)
	case "sqs":
		return queue.NotKnown[time.Duration]("SQS keeps the visibility timeout, not the application", nil)
	case "failover":
		return queue.NotKnown[time.Duration]("a failover connection has the lease of the one it reads", nil)
	case "database", "redis", "beanstalkd":
	default:
		return queue.NotKnown[time.Duration](fmt.Sprintf("qlint does not know the driver %q", driver), c.Driver.Origin())
	}
	setting := c.Setting("retry_after")
	values, ok := setting.Each()
	if !ok {
		return queue.NotKnown[time.Duration](setting.Why(), setting.Origin())
	}
	out := make([]queue.Value[time.Duration], len(values))
	for i, v := range values {
		out[i] = a.leaseOf(driver, v, horizon)
	}
	return queue.OneOfThese(out...)
}

// leaseOf is the lease that a driver makes of one value of retry_after.
func (a *Application) leaseOf(driver string, v queue.Value[queue.Scalar], horizon bool) queue.Value[time.Duration] {
	s, ok := v.Get()
	if !ok {
		return queue.Is(60*time.Second, &queue.Origin{
			Via: queue.ViaFrameworkDefault, Text: fmt.Sprintf("60s, what the %s driver takes without retry_after", driver),
		})
	}
	switch s.Kind {
	case queue.NullScalar:
		if driver == "redis" && horizon {
			return queue.NoLimit[time.Duration](v.Origin()) // Horizon: src/Connectors/RedisConnector.php: null stays null
		}
		return queue.Is(60*time.Second, &queue.Origin{
			Via: queue.ViaFrameworkDefault, Text: fmt.Sprintf("60s, what the %s driver takes for null", driver), From: v.Origin(),
		})
	case queue.IntScalar:
		return queue.Is(Seconds(float64(s.Int)), v.Origin())
	case queue.FloatScalar:
		return queue.Is(Seconds(s.Float), v.Origin())
	case queue.StringScalar:
		return a.leaseOfText(driver, s.Text, v.Origin())
	}
	return queue.NotKnown[time.Duration]("retry_after is no number", v.Origin())
}

// leaseOfText is the lease of a retry_after that is a text, as env() without a cast gives it. The redis driver hands it to Carbon, whose
// third version refuses texts; the database driver multiplies it first.
func (a *Application) leaseOfText(driver, s string, from *queue.Origin) queue.Value[time.Duration] {
	n, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(n) || math.IsInf(n, 0) {
		return queue.NotKnown[time.Duration](fmt.Sprintf("retry_after is the text %q", s), from)
	}
	if driver == "redis" && a.Versions.Carbon.AtLeast(3, 0, 0) != queue.No {
		return queue.NotKnown[time.Duration](fmt.Sprintf("retry_after is the text %q, which the redis driver refuses under Carbon 3", s), from)
	}
	return queue.Is(Seconds(n), from)
}

// Seconds is a number of seconds as a duration, cut to what a duration can hold (292 years).
func Seconds(n float64) time.Duration {
	nanos := n * float64(time.Second)
	switch {
	case nanos >= math.MaxInt64:
		return math.MaxInt64
	case nanos <= math.MinInt64:
		return math.MinInt64
	}
	return time.Duration(math.Round(nanos))
}
