package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// leases lists the leases that a connection may have, each known and positive; false where one is not, where the driver hands no job
// out again, or where nothing uses the connection.
func leases(c *queue.Connection) ([]queue.Value[time.Duration], bool) {
	if c == nil || !c.Leased() {
		return nil, false
	}
	all, ok := c.Lease.Each()
	if !ok {
		return nil, false
	}
	for _, v := range all {
		if d, known := v.Get(); !known || d <= 0 {
			return nil, false
		}
	}
	return all, true
}

// reached says that a cap is not below a lease, whatever candidates of both are true, and returns the pair that is closest to being
// right: the smallest cap and the largest lease.
func reached(limit queue.Value[time.Duration], c *queue.Connection) (t, l queue.Value[time.Duration], ok bool) {
	all, ok := leases(c)
	if !ok {
		return t, l, false
	}
	caps, ok := limit.Each()
	if !ok || len(caps) == 0 {
		return t, l, false
	}
	for _, v := range caps {
		if _, known := v.Get(); !known {
			return t, l, false
		}
	}
	t, l = extreme(caps, false), extreme(all, true)
	low, _ := t.Get()
	high, _ := l.Get()
	return t, l, low >= high
}

// extreme is the largest or smallest of known values.
func extreme(values []queue.Value[time.Duration], largest bool) queue.Value[time.Duration] {
	best := values[0]
	for _, v := range values[1:] {
		d, _ := v.Get()
		b, _ := best.Get()
		if largest == (d > b) && d != b {
			best = v
		}
	}
	return best
}

// leasePlace shows the lease of a connection.
func leasePlace(c *queue.Connection, lease queue.Value[time.Duration]) diag.Place {
	l, _ := lease.Get()
	return place(diag.RoleLease, lease.Origin(), c.Span, fmt.Sprintf("%s: the lease of %q", secs(l), c.Name))
}

// leaseFix says how to raise a lease above a cap.
func leaseFix(c *queue.Connection, limit time.Duration) string {
	return fmt.Sprintf("set retry_after above %s on %q (%s)", plain(limit), c.Name, plain(above(limit)))
}

// leaseCause names what would mend every finding about one lease.
func leaseCause(app *queue.App, c *queue.Connection) string {
	return fmt.Sprintf("lease of %s in %s", c.Name, app.Root)
}

// isDefault says that a value is the framework's or a process manager's own default: written nowhere, or as null, which asks for it.
func isDefault[T any](v queue.Value[T]) bool {
	o := v.Origin()
	return o != nil && (o.Via == queue.ViaFrameworkDefault || o.Via == queue.ViaManagerDefault)
}

// orSpan is a place, or the fallback where there is none.
func orSpan(at, fallback source.Span) source.Span {
	if at.IsZero() {
		return fallback
	}
	return at
}
