package rules

// horizonExample is an application with Horizon whose config/horizon.php returns the given entries.
func horizonExample(entries string) string {
	return queueConfig("90") + `-- composer.lock --
{"packages": [{"name": "laravel/framework", "version": "v12.40.2"}, {"name": "laravel/horizon", "version": "v5.29.2"}]}
-- config/horizon.php --
<?php

return [
` + entries + `];
`
}

// jobExample is a job's class with the given members.
func jobExample(name, members string) string {
	return `-- app/Jobs/` + name + `.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class ` + name + ` implements ShouldQueue
{
    use Queueable;

` + members + `
    public function handle(): void {}
}
`
}

// programExample is a Supervisor program that runs a command.
func programExample(command string) string {
	return `-- supervisor/queue.conf --
[program:queue]
command=` + command + `
autorestart=true
stopwaitsecs=70
`
}

// redisCache is a config/cache.php whose default store is redis.
const redisCache = `-- config/cache.php --
<?php

return [
    'default' => 'redis',
    'stores' => [
        'redis' => ['driver' => 'redis'],
    ],
];
`

// uniqueExample is a unique job with the given members and a remark behind the line of its interface.
func uniqueExample(members, remark string) string {
	return `-- app/Jobs/Report.php --
<?php

namespace App\Jobs;

use Illuminate\Contracts\Queue\ShouldBeUnique;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Foundation\Queue\Queueable;

class Report implements ShouldQueue, ShouldBeUnique` + remark + `
{
    use Queueable;

` + members + `}
`
}
