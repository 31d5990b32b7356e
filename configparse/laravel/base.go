package laravel

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// frameworkQueue is what Laravel's own config/queue.php holds since 11.0 (laravel/framework: config/queue.php): it lies under the
// application's (Foundation/Bootstrap/LoadConfiguration.php). Connections that came later carry their version.
const frameworkQueue = `<?php

return [
    'default' => env('QUEUE_CONNECTION', 'database'),
    'connections' => [
        'sync' => ['driver' => 'sync'],
        'database' => [
            'driver' => 'database',
            'connection' => env('DB_QUEUE_CONNECTION'),
            'table' => env('DB_QUEUE_TABLE', 'jobs'),
            'queue' => env('DB_QUEUE', 'default'),
            'retry_after' => (int) env('DB_QUEUE_RETRY_AFTER', 90),
            'after_commit' => false,
        ],
        'beanstalkd' => [
            'driver' => 'beanstalkd',
            'host' => env('BEANSTALKD_QUEUE_HOST', 'localhost'),
            'queue' => env('BEANSTALKD_QUEUE', 'default'),
            'retry_after' => (int) env('BEANSTALKD_QUEUE_RETRY_AFTER', 90),
            'block_for' => 0,
            'after_commit' => false,
        ],
        'sqs' => [
            'driver' => 'sqs',
            'prefix' => env('SQS_PREFIX', 'https://sqs.us-east-1.amazonaws.com/your-account-id'),
            'queue' => env('SQS_QUEUE', 'default'),
            'suffix' => env('SQS_SUFFIX'),
            'region' => env('AWS_DEFAULT_REGION', 'us-east-1'),
            'after_commit' => false,
        ],
        'redis' => [
            'driver' => 'redis',
            'connection' => env('REDIS_QUEUE_CONNECTION', 'default'),
            'queue' => env('REDIS_QUEUE', 'default'),
            'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 90),
            'block_for' => null,
            'after_commit' => false,
        ],
        'deferred' => ['driver' => 'deferred'],
        'failover' => ['driver' => 'failover', 'connections' => ['database', 'deferred']],
    ],
];
`

// since are the versions from which the framework's own file has a connection; the others are there from 11.0 on.
var since = map[string]queue.Version{
	"deferred": {Major: 12, Minor: 35},
	"failover": {Major: 12, Minor: 34},
}

// frameworkFile is the file of the framework, which no repository holds.
var frameworkFile = source.New("laravel/framework/config/queue.php", []byte(frameworkQueue))

// frameworkConfig evaluates the framework's own configuration of queues in an environment.
func (a *Application) frameworkConfig(w *phpeval.World) phpeval.Value {
	v := w.File(phpeval.NewUnit(frameworkFile, php.Parse(frameworkFile.Data)))
	text := "configuration of Laravel " + a.Versions.Framework.String()
	disown(v, text)
	return v
}

// disown takes the places of the framework's file from the origins of a value: nobody can look them up in the repository.
func disown(v phpeval.Value, text string) {
	v.Origin.Steps(func(o *queue.Origin) bool {
		if o.Span.File == frameworkFile {
			o.Span = source.Span{}
			if o.Via == queue.ViaLiteral {
				o.Via = queue.ViaFrameworkDefault
				o.Text += ", " + text
			}
		}
		return true
	})
	if v.Array != nil {
		for _, e := range v.Array.Entries {
			disown(e.Value, text)
		}
	}
}

// own is a span of the repository; zero for one of the framework's file.
func own(s source.Span) source.Span {
	if s.File == frameworkFile {
		return source.Span{}
	}
	return s
}
