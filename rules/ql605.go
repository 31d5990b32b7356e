package rules

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var queueStoreEvicts = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL605", Slug: "queue-store-evicts", Severity: diag.Warning,
		Summary: "the queue's Redis throws keys away when its memory is full: jobs vanish without a trace",
		Why: "With `maxmemory-policy allkeys-lru`, `allkeys-lfu` or `allkeys-random` Redis makes room by deleting any key. A queue is one key: all jobs that wait in it are gone " +
			"at once, without an error and without a row in failed_jobs; so are reserved and delayed jobs, and locks. That policy is right for a cache of its own.\n\nThe rule reads " +
			"`maxmemory-policy` from the command of the service that the queue's Redis connection names as its host, or from the configuration file that is put " +
			"into it. Without a `maxmemory` nothing is evicted, and the rule is silent.",
		Fix: "Use `noeviction` for the Redis that holds queues, and another instance for the cache.",
		Bad: redisExample() + `-- docker-compose.yml --
services:
  redis:
    image: redis:7
    command: redis-server --maxmemory 256mb --maxmemory-policy allkeys-lru # want QL605
`,
		Good: redisExample() + `-- docker-compose.yml --
services:
  redis:
    image: redis:7
    command: redis-server --maxmemory 256mb --maxmemory-policy noeviction
`,
		References: []string{"https://redis.io/docs/latest/develop/reference/eviction/"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var out []*diag.Diagnostic
		for _, c := range app.Connections {
			if c.UsedBy == "" || driverOf(c) != "redis" {
				continue
			}
			store, selected := redisOf(app, c)
			if store == nil || store.Server == nil {
				continue
			}
			policy, ok := store.Server.Eviction.Get()
			if !ok || !strings.HasPrefix(policy, "allkeys-") {
				continue
			}
			d := &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    place(diag.RoleOrigin, store.Server.Eviction.Origin(), store.Server.Span, "any key may be deleted"),
				Message:  fmt.Sprintf("the Redis of %q evicts any key when its memory is full (%s)", c.Name, policy),
				Outcome:  "a queue is one key: all jobs that wait in it vanish at once, without an error",
				Fix:      "use noeviction for the Redis that holds queues, and another instance for the cache",
				Names:    []string{c.Name, store.Name},
				Cause:    "eviction of " + store.Server.Name,
			}
			if !c.Span.IsZero() {
				d.Related = append(d.Related, diag.Place{Span: c.Span, Role: diag.RoleElsewhere, Label: "the queue that is kept there"})
			}
			out = append(out, soften(settle(d, selected, c.Driver.Origin()), store.Server.Development != ""))
		}
		return distinct(out)
	},
}

// redisOf is the Redis connection that keeps a queue connection's jobs, and what selected it; nil where it is not known.
func redisOf(app *queue.App, c *queue.Connection) (*queue.Database, *queue.Origin) {
	own := c.Setting("connection")
	s, ok := own.Get()
	switch {
	case own.IsAbsent() || ok && s.Kind == queue.NullScalar:
		return app.RedisConnection("default"), nil
	case ok && s.Kind == queue.StringScalar:
		return app.RedisConnection(s.Text), own.Origin()
	}
	return nil, nil
}

// redisExample is an application whose queue is kept in the Redis of the host "redis".
func redisExample() string {
	return queueConfig("90") + `-- config/database.php --
<?php

return [
    'redis' => [
        'client' => 'phpredis',
        'default' => ['host' => 'redis', 'port' => 6379, 'database' => 0],
    ],
];
`
}
