package rules

// batchedJob is the job Import with the given traits and members, and a batch of it; more are calls of the batch, comment stands behind the
// job in it.
func batchedJob(traits, members, more, comment string) string {
	return `-- app/Jobs/Import.php --
<?php

namespace App\Jobs;

use Illuminate\Bus\Batchable;
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Queue\ShouldQueue;

class Import implements ShouldQueue
{
    use ` + traits + `;
` + members + `
    public function handle(): void {}
}
-- app/Services/Imports.php --
<?php

namespace App\Services;

use App\Jobs\Import;
use Illuminate\Support\Facades\Bus;

class Imports
{
    public function start(): void
    {
        Bus::batch([
            new Import(),` + comment + `
        ])` + more + `->dispatch();
    }
}
`
}
