package rules

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var blockForBeyondGrace = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL116", Slug: "block-for-beyond-grace", Severity: diag.Info,
		Summary: "an idle redis worker waits for the next job as long as its process manager waits for it",
		Why: "With `block_for` an idle worker waits so many seconds inside redis, and acts on the stop signal only when that wait is over. Where it is not below " +
			"the grace of what stops the worker, an idle worker is killed at a deploy. No job is lost by that, so this is information. `block_for` 0 is QL115's.\n\n" +
			"The wait must also be below the `read_timeout` of the Redis connection, where one is set for phpredis: its reads end with an error before redis answers.",
		Fix:  "Set `block_for` to a few seconds, well below the grace.",
		Bad:  strings.Replace(queueConfig("90, 'block_for' => 90"), "=> 90],", "=> 90], // want QL116", 1) + programExample("php artisan queue:work redis --max-time=3600"),
		Good: queueConfig("90, 'block_for' => 5") + programExample("php artisan queue:work redis --max-time=3600"),
		References: []string{
			"https://laravel.com/docs/12.x/queues#redis",
		},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			v := c.Setting("block_for")
			s, ok := v.Get()
			if driverOf(c) != "redis" || !ok || s.Kind != queue.IntScalar || s.Int <= 0 || s.Int > int64(maxBlock/time.Second) {
				continue
			}
			wait := time.Duration(s.Int) * time.Second
			for _, d := range []*diag.Diagnostic{outlasts(app, c, v, wait), pastReading(app, c, v, wait)} {
				if d != nil {
					out = append(out, d)
				}
			}
		}
		return out
	},
}

// outlasts is the finding about the first worker of a connection whose grace is not above an idle wait; nil where none is.
func outlasts(app *queue.App, c *queue.Connection, v queue.Value[queue.Scalar], wait time.Duration) *diag.Diagnostic {
	for _, w := range app.Workers {
		if w.On != c || w.Development != "" {
			continue
		}
		for _, b := range bindings(w) {
			if wait < b.grace {
				continue
			}
			return settle(&diag.Diagnostic{
				Severity: diag.Info,
				Place:    place(diag.RoleElsewhere, v.Origin(), c.Settings["block_for"].Key, secs(wait)+": how long an idle worker waits inside redis"),
				Message: fmt.Sprintf("block_for of %q is %s, and %s waits only %s for %s to stop",
					c.Name, secs(wait), manager(b.stage), secs(b.grace), describeWorker(w)),
				Related: []diag.Place{gracePlace(b.stage, b.grace), {Span: w.Span, Role: diag.RoleWorker, Label: "this worker"}},
				Outcome: fmt.Sprintf("a deploy waits %s for an idle worker, and then kills it", secs(b.grace)),
				Fix:     "set block_for to a few seconds, such as 5",
				Names:   []string{c.Name, "block_for"},
				Cause:   "block_for of " + c.Name,
			}, v.Origin(), b.stage.Grace.Origin())
		}
	}
	return nil
}

// pastReading is the finding about a wait that the connection to Redis does not outlast (Laravel: Redis/Connectors/PhpRedisConnector.php; predis
// has another key); nil where it does.
func pastReading(app *queue.App, c *queue.Connection, v queue.Value[queue.Scalar], wait time.Duration) *diag.Diagnostic {
	client, ok := app.RedisClient.Get()
	redis, selected := redisOf(app, c)
	if !ok || client != "phpredis" || redis == nil || c.UsedBy == "" {
		return nil
	}
	limit := redis.Setting("read_timeout")
	s, ok := limit.Get()
	reads, isNumber := seconds(s)
	if !ok || !isNumber || reads <= 0 || wait.Seconds() < reads {
		return nil
	}
	text := secs(time.Duration(reads * float64(time.Second)))
	return settle(&diag.Diagnostic{
		Severity: diag.Info,
		Place:    place(diag.RoleElsewhere, v.Origin(), c.Settings["block_for"].Key, secs(wait)+": how long an idle worker waits inside redis"),
		Message:  fmt.Sprintf("block_for of %q is %s, and the Redis connection %q stops reading after %s", c.Name, secs(wait), redis.Name, text),
		Related:  []diag.Place{place(diag.RoleElsewhere, limit.Origin(), redis.Span, text+": read_timeout")},
		Outcome:  "an idle worker reports a read error at each wait, and connects anew",
		Fix:      "set read_timeout above block_for",
		Names:    []string{c.Name, "read_timeout"},
		Cause:    "block_for of " + c.Name,
	}, v.Origin(), limit.Origin(), selected, app.RedisClient.Origin())
}

// seconds is a number of seconds that a configuration file holds, as a number or as the text that env() gives.
func seconds(s queue.Scalar) (float64, bool) {
	switch s.Kind {
	case queue.IntScalar:
		return float64(s.Int), true
	case queue.FloatScalar:
		return s.Float, true
	case queue.StringScalar:
		n, err := strconv.ParseFloat(s.Text, 64)
		return n, err == nil
	}
	return 0, false
}

// maxBlock is more than any wait that is meant.
const maxBlock = 365 * 24 * time.Hour
