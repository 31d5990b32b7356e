package rules

import (
	"fmt"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
)

// pastOwnQueue shows the batches that put a job on the connection's own queue, whatever its class says.
func pastOwnQueue(app *queue.App, j *queue.Job) []diag.Place {
	var out []diag.Place
	for _, b := range app.Batches {
		for _, m := range b.Members {
			if m.Job == j && m.Queue != nil && !b.Queue {
				out = append(out, diag.Place{Span: m.Span, Role: diag.RoleSelects, Label: fmt.Sprintf("a batch without onQueue() passes over the queue of %s", j.Name)})
			}
		}
	}
	return out
}

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
