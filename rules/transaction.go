package rules

import (
	"github.com/qlint-dev/qlint/internal/queue"
)

// waitsForCommit says whether a connection holds jobs back until the open transactions are committed.
func waitsForCommit(c *queue.Connection) queue.Verdict {
	if c.IgnoresCommit != nil {
		return queue.No
	}
	return truth(c.Setting("after_commit"))
}

// truth is whether PHP takes a setting for true; what is not set is not.
func truth(v queue.Value[queue.Scalar]) queue.Verdict {
	if v.IsAbsent() {
		return queue.No
	}
	s, ok := v.Get()
	if !ok {
		return queue.Maybe
	}
	on := false
	switch s.Kind {
	case queue.BoolScalar:
		on = s.Bool
	case queue.IntScalar:
		on = s.Int != 0
	case queue.FloatScalar:
		on = s.Float != 0
	case queue.StringScalar:
		on = s.Text != "" && s.Text != "0"
	case queue.OtherScalar:
		return queue.Maybe
	}
	if on {
		return queue.Yes
	}
	return queue.No
}

// outsideTransaction says that a job which is pushed to a connection is there at once, whatever becomes of a transaction: on redis, SQS and
// beanstalkd, and on a database other than the transaction's own.
func outsideTransaction(app *queue.App, c *queue.Connection, t *queue.Transaction) bool {
	if c.IgnoresCommit != nil {
		return true
	}
	switch driverOf(c) {
	case "redis", "sqs", "beanstalkd":
		return true
	case "database":
		own := c.Setting("connection")
		s, ok := own.Get()
		name := queue.Is(s.Text, nil)
		switch {
		case own.IsAbsent() || ok && s.Kind == queue.NullScalar:
			name = app.DefaultDatabase
		case !ok || s.Kind != queue.StringScalar:
			return false
		}
		queued, one := name.Get()
		open, other := t.Database.Get()
		return one && other && queued != open
	}
	return false
}
