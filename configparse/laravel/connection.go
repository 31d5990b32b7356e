package laravel

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// connectionKeys are what the drivers read (Laravel: Queue/Connectors), and what older ones did.
var connectionKeys = []string{
	"driver", "connection", "table", "queue", "retry_after", "after_commit", "block_for", "migration_batch_size", "host", "port",
	"prefix", "suffix", "region", "connections", "timeout", "expire", "ttr",
}

// connection reads one entry of queue.connections.
func (a *Application) connection(e phpeval.Entry) *queue.Connection {
	c := &queue.Connection{Name: e.Key.String(), Span: keySpan(e), Settings: settings(e.Value, connectionKeys...)}
	if e.Value.Kind != phpeval.Array {
		why := cmpWhy(e.Value.Why, "the connection is not one array")
		for _, key := range connectionKeys {
			c.Settings[key] = queue.Setting{Value: queue.NotKnown[queue.Scalar](why, e.Value.Origin)}
		}
	}
	c.Driver = text(c.Setting("driver"), "the driver is no text")
	c.Queue = text(c.Setting("queue"), "the queue's name is no text")
	c.Lease = a.lease(c)
	if driver, ok := c.Driver.Get(); ok {
		c.IgnoresCommit = a.ignoresCommit(driver)
	}
	return c
}

// FailoverMembers are the connections that a failover connection tries, in order; Absent for one of another driver. Jobs are taken
// from the first one alone (Laravel: Queue/FailoverQueue.php, since 12.34).
func FailoverMembers(c *queue.Connection) queue.Value[[]string] {
	if driver, ok := c.Driver.Get(); !ok || driver != "failover" {
		return queue.NotSet[[]string](nil)
	}
	list := c.Setting("connections")
	if s, ok := list.Get(); !ok || s.Kind != queue.OtherScalar {
		return queue.NotKnown[[]string]("the connections are no list", list.Origin())
	}
	var members []string
	for i := 0; ; i++ {
		v, ok := c.Settings[fmt.Sprintf("connections.%d", i)]
		if !ok {
			return queue.Is(members, list.Origin())
		}
		name := text(v.Value, "a member is no text")
		member, known := name.Get()
		if !known {
			return queue.NotKnown[[]string](name.Why(), name.Origin())
		}
		members = append(members, member)
	}
}

// lease is how long the driver hides a reserved job (Laravel: Queue/Connectors, Queue/DatabaseQueue.php, Queue/RedisQueue.php).
func (a *Application) lease(c *queue.Connection) queue.Value[time.Duration] {
	own := a.findChanges().drivers
	return eachOf(c.Driver, func(d queue.Value[string]) queue.Value[time.Duration] {
		driver, ok := d.Get()
		switch {
		case !ok:
			return queue.NotKnown[time.Duration]("the connection names no driver", c.Driver.Origin())
		case own[driver] != "":
			return queue.NotKnown[time.Duration](own[driver], d.Origin())
		}
		switch driver {
		case "sync", "null", "deferred", "background":
			return queue.NotSet[time.Duration](nil)
		case "sqs":
			return queue.NotKnown[time.Duration]("SQS keeps the visibility timeout, not the application", nil)
		case "failover":
			return queue.NotKnown[time.Duration]("a failover connection has the lease of its first member", nil)
		case "database", "redis", "beanstalkd":
			return a.leaseOf(driver, c)
		}
		return queue.NotKnown[time.Duration](fmt.Sprintf("qlint does not know the driver %q", driver), d.Origin())
	})
}

func (a *Application) leaseOf(driver string, c *queue.Connection) queue.Value[time.Duration] {
	old := "expire"
	if driver == "beanstalkd" {
		old = "ttr"
	}
	lease := c.Setting("retry_after")
	if v := c.Setting(old); lease.IsAbsent() && !v.IsAbsent() {
		switch a.Versions.Framework.AtLeast(5, 3, 0) {
		case queue.No:
			lease = v
		case queue.Maybe:
			return queue.NotKnown[time.Duration]("Laravel reads "+old+" up to 5.2, and the version is open", v.Origin())
		}
	}
	return eachOf(lease, func(v queue.Value[queue.Scalar]) queue.Value[time.Duration] {
		s, ok := v.Get()
		switch {
		case !ok:
			return queue.Is(60*time.Second, fallback(driver, "without retry_after", nil))
		case s.Kind == queue.NullScalar && driver != "beanstalkd" && a.Versions.Framework.AtLeast(5, 3, 0) == queue.No:
			return queue.NoLimit[time.Duration](v.Origin()) // what was reserved is never looked at again (Laravel 5.2: Queue/RedisQueue.php, DatabaseQueue.php)
		case s.Kind == queue.NullScalar && driver == "redis" && a.HasHorizon():
			// Horizon's own connector keeps the null, and its queue then never takes back an expired job
			// (laravel/horizon: src/Connectors/RedisConnector.php).
			return queue.NoLimit[time.Duration](v.Origin())
		case s.Kind == queue.NullScalar:
			return queue.Is(60*time.Second, fallback(driver, "for null", v.Origin()))
		case s.Kind == queue.IntScalar:
			return queue.Seconds(float64(s.Int), v.Origin())
		case s.Kind == queue.FloatScalar:
			return queue.Seconds(s.Float, v.Origin())
		case s.Kind == queue.StringScalar:
			return a.leaseOfText(driver, s.Text, v.Origin())
		}
		return queue.NotKnown[time.Duration]("retry_after is no number", v.Origin())
	})
}

func fallback(driver, when string, from *queue.Origin) *queue.Origin {
	return &queue.Origin{
		Via: queue.ViaFrameworkDefault, From: from, Text: fmt.Sprintf("60, what the %s driver takes %s", driver, when),
	}
}

// leaseOfText is the lease of a retry_after that is a text, as env() without a cast gives it. The redis driver adds it to a date,
// which Carbon refuses from its third version on; the database driver multiplies it first, which makes it a number.
func (a *Application) leaseOfText(driver, s string, from *queue.Origin) queue.Value[time.Duration] {
	n, ok := numeric(s)
	switch {
	case !ok:
		return queue.NotKnown[time.Duration](fmt.Sprintf("retry_after is the text %q", s), from)
	case driver == "redis" && a.Versions.Carbon.AtLeast(3, 0, 0) != queue.No:
		return queue.NotKnown[time.Duration](fmt.Sprintf("retry_after is the text %q, which the redis driver refuses under Carbon 3", s), from)
	}
	return queue.Seconds(n, from)
}
