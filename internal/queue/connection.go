package queue

import (
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// Connection is one queue connection: where jobs wait, and how long one stays with its worker before another may have it.
type Connection struct {
	Name string
	// Span is where the connection is defined: its key in the configuration; zero when only the framework's own
	// configuration defines it.
	Span   source.Span
	Driver Value[string]
	// Lease is how long a reserved job stays hidden from other workers (Laravel: retry_after; SQS: visibility timeout;
	// beanstalkd: TTR). Absent where the driver has none (sync), Unknown where the repository does not state it (sqs, custom
	// drivers). A missing or null retry_after is the driver's default of 60 s, with that origin.
	Lease Value[time.Duration]
	// Queue is the queue that a worker without --queue works on.
	Queue Value[string]
	// Members are the connections that a failover connection tries in turn; Absent for any other driver.
	Members Value[[]string]
	// Settings are the connection's keys as they are written, evaluated.
	Settings map[string]Setting
	// IgnoresCommit is the driver's package, where it puts jobs on the queue at once whatever after_commit says; nil for any other.
	IgnoresCommit *Origin
	// UsedBy says what uses the connection, "" where nothing does: only used connections are judged.
	UsedBy string
}

// DeclaredDriver is the driver of a connection that is stated in qlint's settings.
const DeclaredDriver = "declared"

// Leased says that the driver hands a job to another worker when a lease ends: database, redis, beanstalkd.
func (c *Connection) Leased() bool {
	switch driver, _ := c.Driver.Get(); driver {
	case "database", "redis", "beanstalkd":
		return true
	}
	return false
}

// Setting is one key of a connection.
type Setting struct {
	// Key is where the key itself stands.
	Key   source.Span
	Value Value[Scalar]
}

// Setting returns a key's value; Absent when the connection does not have it.
func (c *Connection) Setting(key string) Value[Scalar] {
	if s, ok := c.Settings[key]; ok {
		return s.Value
	}
	return NotSet[Scalar](nil)
}

// ScalarKind is the type of a configuration value.
type ScalarKind uint8

const (
	NullScalar ScalarKind = iota
	BoolScalar
	IntScalar
	FloatScalar
	StringScalar
	// OtherScalar is an array or an object: present, and of no use as a clock or name.
	OtherScalar
)

// Scalar is a configuration value with its type, which decides what the framework does with it: `"90"` is not 90 everywhere.
type Scalar struct {
	Kind  ScalarKind
	Bool  bool
	Int   int64
	Float float64
	Text  string
}
