package laravel

import (
	"slices"
	"strings"
	"testing"
)

const twoConnections = `<?php return ['default' => 'redis', 'connections' => [
	'redis' => ['driver' => 'redis', 'retry_after' => 90], 'jobs' => ['driver' => 'database', 'retry_after' => 90]]];`

func TestCodeThatChangesTheConfiguration(t *testing.T) {
	const provider = "app/Providers/AppServiceProvider.php"
	tests := map[string]struct {
		at, code string
		// more is part of MoreConnections, leases of the two connections, byDefault the default connection.
		more, leases, byDefault string
	}{
		"nothing":                        {provider, `$x = 1;`, "", "90 90", "redis"},
		"a look-up":                      {provider, `$x = config('queue.default'); $y = Config::get("queue.connections.redis.queue"); config(['app.x' => config('queue.default')]);`, "", "90 90", "redis"},
		"a driver":                       {provider, `use Illuminate\Support\Facades\Queue; Queue::extend('mine', fn () => 1);`, provider + " defines a queue driver", "90 90", "redis"},
		"a driver on the manager":        {provider, `use Illuminate\Queue\QueueManager; $this->callAfterResolving(QueueManager::class, function ($m) { $m->addConnector('mine', fn () => 1); });`, provider + " defines a queue driver", "90 90", "redis"},
		"a driver on app('queue')":       {provider, `$this->app['queue']->extend('mine', fn () => 1);`, provider + " defines a queue driver", "90 90", "redis"},
		"a driver of Laravel's name":     {provider, `Queue::extend('redis', fn () => 1);`, provider + " defines a queue driver", "unknown 90", "redis"},
		"another extend":                 {provider, `Cache::extend('mine', fn () => 1); config('queue.default');`, "", "90 90", "redis"},
		"a connection":                   {provider, `config(['queue.connections.third' => ['driver' => 'redis']]);`, "", "90 90", "redis"},
		"connections by a computed name": {provider, `config(["queue.connections.$tenant" => []]);`, provider + " sets queue.connections.*", "90 90", "redis"},
		"connections by a joined name":   {provider, `Config::set('queue.connections.' . $tenant, []);`, provider + " sets queue.connections.*", "90 90", "redis"},
		"all connections":                {provider, `$this->app['config']->set('queue.connections', array_merge($all, $more));`, provider + " sets queue.connections while", "90 90", "redis"},
		"other connections":              {provider, `$this->app['config']->set('queue.connections', ['x' => []]);`, provider + " sets queue.connections while", "gone gone", "redis"},
		"a key of every connection":      {provider, `config(["queue.connections.$name.retry_after" => 300]);`, "", "unknown unknown", "redis"},
		"a new connection's key":         {provider, `config(["queue.connections.third.retry_after" => 300]);`, "", "90 90", "redis"},
		"a merge":                        {provider, `$this->mergeConfigFrom(__DIR__ . '/x.php', 'queue.connections.third');`, "", "90 90", "redis"},
		"one key of a connection":        {provider, `config()->set('queue.connections.redis.retry_after', 300);`, "", "unknown 90", "redis"},
		"a connection that exists":       {provider, `config(['queue.connections.jobs' => ['driver' => 'sync']]);`, "", "90 unknown", "redis"},
		"an array element":               {provider, `$app['config']['queue.connections.redis.retry_after'] = 300;`, "", "unknown 90", "redis"},
		"the default":                    {provider, `config(['queue.default' => 'sync']);`, "", "90 90", "unknown"},
		"the default in one command":     {"app/Console/Commands/Sync.php", `config(['queue.default' => 'sync']);`, "", "90 90", "redis"},
		"a comment":                      {provider, `// config(['queue.connections.redis.retry_after' => 300]);`, "", "90 90", "redis"},
		"a test":                         {"tests/TestCase.php", `config(['queue.connections.redis.retry_after' => 300]);`, "", "90 90", "redis"},
		"another array's queue":          {provider, `$options['queue'] = 'x'; $this->set('queue', 'y'); $this->mergeConfigFrom('a', 'b');`, "", "90 90", "redis"},
		"a file that PHP refuses":        {provider, `config(['queue.connections.redis.retry_after' => 300]; if (`, "", "unknown 90", "redis"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := appWith("v10.48.0", map[string]string{"config/queue.php": twoConnections, test.at: "<?php " + test.code})
			_, app, _ := evaluate(t, files, nil)
			if got := app.MoreConnections; got != test.more && (test.more == "" || !strings.HasPrefix(got, test.more)) {
				t.Errorf("more connections %q, want %q", got, test.more)
			}
			leases := []string{"gone", "gone"}
			for i, name := range []string{"redis", "jobs"} {
				if c := app.Connection(name); c != nil {
					leases[i] = leaseText(c)
				}
			}
			if got := strings.Join(leases, " "); got != test.leases {
				t.Errorf("leases %s, want %s", got, test.leases)
			}
			if got := defaultText(app); got != test.byDefault && (test.byDefault != "unknown" || !strings.HasPrefix(got, "unknown")) {
				t.Errorf("default %q, want %q", got, test.byDefault)
			}
		})
	}
}

func TestCodeOfAnotherApplicationDoesNotCount(t *testing.T) {
	files := appWith("v10.48.0", map[string]string{
		"config/queue.php": twoConnections, "shop/artisan": "", "shop/app/Providers/X.php": `<?php Queue::extend('mine', fn () => 1);`,
	})
	if _, app, _ := evaluate(t, files, nil); app.MoreConnections != "" {
		t.Errorf("more connections: %s", app.MoreConnections)
	}
}

func TestSupervisorsThatCodeChanges(t *testing.T) {
	tests := map[string]struct {
		code string
		want []string
	}{
		"nothing":                                    {`config('horizon.environments');`, []string{"production/s 30s 2", "local/s 5s 1"}},
		"one option":                                 {`config(['horizon.environments.production.s.timeout' => 600]);`, []string{"production/s unknown 2", "local/s 5s 1"}},
		"an option that only the defaults have":      {`config(['horizon.environments.local.s.maxProcesses' => 600]);`, []string{"production/s 30s 2", "local/s 5s unknown"}},
		"an option in a computed environment":        {`config(["horizon.environments.{$env}.s.maxProcesses" => 9]);`, []string{"production/s 30s unknown", "local/s 5s unknown"}},
		"an option of the defaults":                  {`config(["horizon.defaults.s.timeout" => 9]);`, []string{"production/s 30s 2", "local/s 5s 1"}},
		"a supervisor":                               {`config(['horizon.environments.production.s' => $s]);`, []string{"production/s unknown unknown", "local/s 5s 1"}},
		"another supervisor":                         {`config(['horizon.environments.production.t' => $t]);`, []string{"production/s 30s 2", "production/t unknown unknown", "local/s 5s 1"}},
		"environments that may have been added to":   {`config(['horizon.environments' => $this->withTenants($all)]);`, []string{"production/s 30s 2", "local/s 5s 1", "/ unknown unknown"}},
		"an environment that may have been added to": {`config(['horizon.environments.production' => $all]);`, []string{"production/s 30s 2", "production/ unknown unknown", "local/s 5s 1"}},
		"an environment of its own":                  {`config(['horizon.environments.production' => ['x' => []]]);`, []string{"production/ unknown unknown", "local/s 5s 1"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			files := horizonApp("v5.29.1", `['s' => ['connection' => 'redis']]`, `['production' => ['s' => ['timeout' => 30, 'maxProcesses' => 2]], 'local' => ['s' => ['timeout' => 5]]]`)
			files["app/Providers/HorizonServiceProvider.php"] = "<?php " + test.code
			_, app, _ := evaluate(t, files, nil)
			var got []string
			for _, w := range app.Workers {
				got = append(got, w.Environment+"/"+w.Name+" "+known(w.Timeout)+" "+known(w.Processes))
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("supervisors %q, want %q", got, test.want)
			}
		})
	}
}

func TestOnlyTheFilesThatAreSaidToChangeConnectionsAreLookedAt(t *testing.T) {
	code := `<?php Queue::extend('mine', fn () => 1);`
	tree := treeOf(appWith("v10.48.0", map[string]string{"config/queue.php": twoConnections, "app/A.php": code, "app/B.php": code}))
	a := Open(tree, "")
	a.Changing = []string{"app/B.php"}
	app := a.Evaluate(a.World(variables{}, nil))
	if want := "app/B.php defines a queue driver"; app.MoreConnections != want {
		t.Errorf("more connections %q, want %q", app.MoreConnections, want)
	}
}
