package laravel

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// The configuration that Laravel itself has since 11.0 (laravel/framework: config/), as far as queues are concerned. It is PHP, so
// that env() means in it what it means in an application. What came later is in since.
const (
	shippedQueue = `<?php return [
'default' => env('QUEUE_CONNECTION', 'database'),
'connections' => [
	'sync' => ['driver' => 'sync'],
	'database' => [
		'driver' => 'database', 'connection' => env('DB_QUEUE_CONNECTION'), 'table' => env('DB_QUEUE_TABLE', 'jobs'),
		'queue' => env('DB_QUEUE', 'default'), 'retry_after' => (int) env('DB_QUEUE_RETRY_AFTER', 90), 'after_commit' => false,
	],
	'beanstalkd' => [
		'driver' => 'beanstalkd', 'host' => env('BEANSTALKD_QUEUE_HOST', 'localhost'), 'queue' => env('BEANSTALKD_QUEUE', 'default'),
		'retry_after' => (int) env('BEANSTALKD_QUEUE_RETRY_AFTER', 90), 'block_for' => 0, 'after_commit' => false,
	],
	'sqs' => [
		'driver' => 'sqs', 'prefix' => env('SQS_PREFIX', 'https://sqs.us-east-1.amazonaws.com/your-account-id'),
		'queue' => env('SQS_QUEUE', 'default'), 'suffix' => env('SQS_SUFFIX'),
		'region' => env('AWS_DEFAULT_REGION', 'us-east-1'), 'after_commit' => false,
	],
	'redis' => [
		'driver' => 'redis', 'connection' => env('REDIS_QUEUE_CONNECTION', 'default'), 'queue' => env('REDIS_QUEUE', 'default'),
		'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 90), 'block_for' => null, 'after_commit' => false,
	],
	'deferred' => ['driver' => 'deferred'],
	'failover' => ['driver' => 'failover', 'connections' => ['database', 'deferred']],
],
'batching' => ['database' => env('DB_CONNECTION', 'sqlite'), 'table' => 'job_batches'],
'failed' => [
	'driver' => env('QUEUE_FAILED_DRIVER', 'database-uuids'), 'database' => env('DB_CONNECTION', 'sqlite'), 'table' => 'failed_jobs',
],
];`

	shippedCache = `<?php return [
'default' => env('CACHE_STORE', 'database'),
'stores' => [
	'array' => ['driver' => 'array', 'serialize' => false],
	'session' => ['driver' => 'session', 'key' => env('SESSION_CACHE_KEY', '_cache')],
	'database' => [
		'driver' => 'database', 'connection' => env('DB_CACHE_CONNECTION'), 'table' => env('DB_CACHE_TABLE', 'cache'),
		'lock_connection' => env('DB_CACHE_LOCK_CONNECTION'), 'lock_table' => env('DB_CACHE_LOCK_TABLE'),
	],
	'file' => [
		'driver' => 'file', 'path' => storage_path('framework/cache/data'), 'lock_path' => storage_path('framework/cache/data'),
	],
	'storage' => [
		'driver' => 'storage', 'disk' => env('CACHE_STORAGE_DISK'), 'path' => env('CACHE_STORAGE_PATH', 'framework/cache/data'),
	],
	'memcached' => ['driver' => 'memcached'],
	'redis' => [
		'driver' => 'redis', 'connection' => env('REDIS_CACHE_CONNECTION', 'cache'),
		'lock_connection' => env('REDIS_CACHE_LOCK_CONNECTION', 'default'),
	],
	'dynamodb' => ['driver' => 'dynamodb', 'table' => env('DYNAMODB_CACHE_TABLE', 'cache')],
	'octane' => ['driver' => 'octane'],
	'failover' => ['driver' => 'failover', 'stores' => ['database', 'array']],
],
];`

	shippedDatabase = `<?php return [
'default' => env('DB_CONNECTION', 'sqlite'),
'connections' => [
	'sqlite' => ['driver' => 'sqlite', 'url' => env('DB_URL'), 'database' => env('DB_DATABASE', database_path('database.sqlite'))],
	'mysql' => [
		'driver' => 'mysql', 'url' => env('DB_URL'), 'host' => env('DB_HOST', '127.0.0.1'), 'port' => env('DB_PORT', '3306'),
		'database' => env('DB_DATABASE', 'laravel'), 'strict' => true,
	],
	'mariadb' => [
		'driver' => 'mariadb', 'url' => env('DB_URL'), 'host' => env('DB_HOST', '127.0.0.1'), 'port' => env('DB_PORT', '3306'),
		'database' => env('DB_DATABASE', 'laravel'), 'strict' => true,
	],
	'pgsql' => [
		'driver' => 'pgsql', 'url' => env('DB_URL'), 'host' => env('DB_HOST', '127.0.0.1'), 'port' => env('DB_PORT', '5432'),
		'database' => env('DB_DATABASE', 'laravel'),
	],
	'sqlsrv' => [
		'driver' => 'sqlsrv', 'url' => env('DB_URL'), 'host' => env('DB_HOST', 'localhost'), 'port' => env('DB_PORT', '1433'),
		'database' => env('DB_DATABASE', 'laravel'),
	],
],
'redis' => [
	'client' => env('REDIS_CLIENT', 'phpredis'),
	'options' => ['cluster' => env('REDIS_CLUSTER', 'redis')],
	'default' => [
		'url' => env('REDIS_URL'), 'host' => env('REDIS_HOST', '127.0.0.1'), 'port' => env('REDIS_PORT', '6379'),
		'database' => env('REDIS_DB', '0'),
	],
	'cache' => [
		'url' => env('REDIS_URL'), 'host' => env('REDIS_HOST', '127.0.0.1'), 'port' => env('REDIS_PORT', '6379'),
		'database' => env('REDIS_CACHE_DB', '1'),
	],
],
];`
)

// shippedFiles are the framework's files by their name in config(), with the option of each that is merged entry by entry.
var shippedFiles = map[string]struct{ text, option string }{
	"queue":    {shippedQueue, "connections"},
	"cache":    {shippedCache, "stores"},
	"database": {shippedDatabase, "connections"},
}

// since are the versions from which the framework's own files have an entry; all others are there from 11.0 on.
var since = map[string]queue.Version{
	"queue.deferred": {Major: 12, Minor: 35},
	"queue.failover": {Major: 12, Minor: 35},
	"cache.session":  {Major: 12, Minor: 29},
	"cache.failover": {Major: 12, Minor: 35},
	"cache.storage":  {Major: 13, Minor: 10},
}

// shippedUnit is a file that comes with software, parsed once.
func (a *Application) shippedUnit(path, text string) *phpeval.Unit {
	a.mu.Lock()
	defer a.mu.Unlock()
	if u, ok := a.shipped[path]; ok {
		return u
	}
	file := source.New(path, []byte(text))
	u := phpeval.NewUnit(file, php.Parse(file.Data))
	a.shipped[path] = u
	return u
}

// framework evaluates one of the framework's own files; false for a file that qlint does not know.
func (a *Application) framework(w *phpeval.World, name string) (phpeval.Value, bool) {
	shipped, ok := shippedFiles[name]
	if !ok {
		return phpeval.Value{}, false
	}
	text := shipped.text
	if a.Versions.Framework.AtLeast(11, 0, 7) == queue.No {
		text = strings.ReplaceAll(text, "(int) ", "") // the casts came in 11.0.7
	}
	u := a.shippedUnit("laravel/framework/config/"+name+".php", text)
	v := disowned(w.File(u), u.File, "config/"+name+".php of Laravel "+a.Versions.Framework.String())
	return a.asOfVersion(name, v, shipped.option), true
}

// asOfVersion leaves out what the framework's version certainly does not have.
func (a *Application) asOfVersion(name string, v phpeval.Value, option string) phpeval.Value {
	if v.Kind != phpeval.Array {
		return v
	}
	top := &phpeval.ArrayValue{}
	for _, e := range v.Array.Entries {
		if e.Key.Str == option && e.Value.Kind == phpeval.Array {
			kept := &phpeval.ArrayValue{}
			for _, x := range e.Value.Array.Entries {
				if gate := since[name+"."+x.Key.Str]; a.Versions.Framework.AtLeast(gate.Major, gate.Minor, gate.Patch) != queue.No {
					kept.Entries = append(kept.Entries, x)
				}
			}
			e.Value.Array = kept
		}
		top.Entries = append(top.Entries, e)
	}
	v.Array = top
	return v
}

// merge lays an application's configuration file over the framework's or a package's own, and then what code sets while the
// application runs. v is Unknown where the application has no such file.
func (a *Application) merge(w *phpeval.World, name string, v phpeval.Value) phpeval.Value {
	return a.findChanges().apply(name, a.mergeFile(w, name, v))
}

func (a *Application) mergeFile(w *phpeval.World, name string, v phpeval.Value) phpeval.Value {
	if a.lost != "" && !a.HasConfig(name) {
		return phpeval.Value{Why: a.lost}
	}
	if name == "horizon" {
		return a.mergeHorizon(w, v)
	}
	base, known := a.framework(w, name)
	switch {
	case !known:
		return opened(v, "the framework or a package may add keys to config/"+name+".php")
	case a.merges == queue.No && a.HasConfig(name):
		return v
	case a.merges == queue.No && !a.lumen():
		return phpeval.Value{Kind: phpeval.Null}
	case a.merges == queue.No:
		return phpeval.Value{Why: "Lumen's own config/" + name + ".php counts"}
	case a.merges == queue.Maybe && !a.HasConfig(name):
		return phpeval.Value{Why: "whether Laravel has a config/" + name + ".php of its own depends on its version"}
	case a.merges == queue.Maybe:
		return withOption(v, shippedFiles[name].option, phpeval.Value{}, "it depends on Laravel's version whether it adds its own")
	case !a.HasConfig(name):
		return base
	}
	option := shippedFiles[name].option
	merged := arrayMerge(base, v)
	from, _, _ := base.Lookup(option)
	return withOption(merged, option, from.Value, "")
}

// withOption merges the entries of one option a level deeper. With a reason in its place the framework's entries may or may not be
// there.
func withOption(v phpeval.Value, option string, base phpeval.Value, maybe string) phpeval.Value {
	if v.Kind != phpeval.Array {
		return v
	}
	out := &phpeval.ArrayValue{Open: v.Array.Open}
	if out.Open == "" {
		out.Open = maybe
	}
	for _, e := range v.Array.Entries {
		if e.Key == phpeval.StringKey(option) {
			if maybe != "" {
				e.Value = opened(e.Value, maybe)
			} else if !foreign(e.Value) {
				e.Value = arrayMerge(base, e.Value)
			}
		}
		out.Entries = append(out.Entries, e)
	}
	v.Array = out
	return v
}
