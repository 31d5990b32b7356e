package laravel

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/queue"
)

// earlyDrivers are queue drivers whose packages put a job on its queue at once, whatever is said of open transactions, before a version: their
// push() did not go through Queue::enqueueUsing() (the packages' own histories).
var earlyDrivers = map[string]struct {
	name                string
	major, minor, patch int
}{
	"cloudtasks": {"stackkit/laravel-google-cloud-tasks-queue", 3, 2, 1},
	"rabbitmq":   {"vladimir-yuldashev/laravel-queue-rabbitmq", 13, 0, 0},
	"pubsub":     {"kainxspirits/laravel-pubsub-queue", 0, 10, 0},
}

// ignoresCommit is the package, with its version, by which a driver does not wait for open transactions; nil where it waits, or may.
func (a *Application) ignoresCommit(driver string) *queue.Origin {
	p, ok := earlyDrivers[driver]
	if !ok {
		return nil
	}
	v := a.Composer.Version(p.name)
	if v.IsZero() || v.AtLeast(p.major, p.minor, p.patch) != queue.No {
		return nil
	}
	o := *v.Origin
	o.Text = fmt.Sprintf("%s waits for transactions since %d.%d.%d (here %s)", p.name, p.major, p.minor, p.patch, v)
	return &o
}
