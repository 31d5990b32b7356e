package rules

import (
	"fmt"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// consoleRoutes is a routes/console.php with the given lines.
func consoleRoutes(lines string) string {
	return `-- routes/console.php --
<?php

use App\Jobs\Report;
use Illuminate\Support\Facades\Schedule;

` + lines
}

// describeTask calls a task of the schedule as a sentence does.
func describeTask(t *queue.Task) string {
	switch t.Kind {
	case queue.JobTask:
		if t.Job != nil {
			return "the scheduled job " + t.Job.Name
		}
		return "a scheduled job"
	case queue.CallTask:
		return "a scheduled closure"
	}
	if name, ok := t.Command.Get(); ok {
		return "the scheduled " + name
	}
	return "a scheduled command"
}

// often is "every 5 minutes".
func often(d time.Duration) string {
	switch {
	case d == time.Minute:
		return "every minute"
	case d%(24*time.Hour) == 0:
		return "every " + count(int(d/(24*time.Hour)), "day")
	case d%time.Hour == 0:
		return "every " + count(int(d/time.Hour), "hour")
	case d%time.Minute == 0:
		return "every " + count(int(d/time.Minute), "minute")
	}
	return fmt.Sprintf("every %s", secs(d))
}

// steady says that a task runs in production and that nothing decides at each run whether it does.
func steady(t *queue.Task) bool {
	return t.Kind != queue.CalledTask && !t.Guarded && t.Environments.IsAbsent()
}
