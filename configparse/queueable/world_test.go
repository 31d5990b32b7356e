package queueable

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// prelude imports what the sources of the tests use.
const prelude = `<?php
namespace App\Jobs;

use Illuminate\Bus\Batchable;
use Illuminate\Bus\Queueable;
use Illuminate\Contracts\Broadcasting\ShouldBroadcast;
use Illuminate\Contracts\Broadcasting\ShouldBroadcastNow;
use Illuminate\Contracts\Queue\ShouldQueue;
use Illuminate\Contracts\Queue\ShouldQueueAfterCommit;
use Illuminate\Foundation\Bus\Dispatchable;
use Illuminate\Mail\Mailable;
use Illuminate\Notifications\Notification;
use Illuminate\Queue\Attributes\Backoff;
use Illuminate\Queue\Attributes\Connection as OnConnection;
use Illuminate\Queue\Attributes\FailOnTimeout;
use Illuminate\Queue\Attributes\MaxExceptions;
use Illuminate\Queue\Attributes\Queue as OnQueue;
use Illuminate\Queue\Attributes\Timeout;
use Illuminate\Queue\Attributes\Tries;
use Illuminate\Queue\InteractsWithQueue;
use Illuminate\Support\Facades\Bus;
use Illuminate\Support\Facades\Event;
use Illuminate\Support\Facades\Mail;
use Illuminate\Support\Facades\Queue;
use Illuminate\Support\Facades\Schedule;

`

// read parses sources, each a file of its own with the prelude, and reads the queued classes.
func read(t *testing.T, sources ...string) (*Code, *phpeval.World) {
	t.Helper()
	classes := phpeval.NewClasses()
	classes.Outside, classes.Lacks = Outside, Lacks
	var units []*phpeval.Unit
	for i, src := range sources {
		if !strings.HasPrefix(src, "<?php") {
			src = prelude + src
		}
		file := source.New(fmt.Sprintf("app/F%d.php", i), []byte(src))
		tree := php.Parse(file.Data)
		if len(tree.Errors) > 0 {
			t.Fatalf("source %d: %s", i, tree.Errors[0].Message)
		}
		u := phpeval.NewUnit(file, tree)
		classes.Add(u)
		units = append(units, u)
	}
	return Read(classes, units), &phpeval.World{Classes: classes}
}

// at are the versions of a framework of exactly that version; "" is an unknown one.
func at(version string) queue.Versions {
	var v queue.Version
	if version == "" {
		return queue.Versions{}
	}
	fmt.Sscanf(version, "%d.%d.%d", &v.Major, &v.Minor, &v.Patch)
	return queue.Versions{Framework: queue.Exactly(v, nil)}
}

// within are the versions from low up to high.
func within(low, high string) queue.Versions {
	return queue.Versions{Framework: queue.VersionRange{Low: at(low).Framework.Low, High: at(high).Framework.Low}}
}

// job evaluates the class of that short name.
func job(t *testing.T, versions queue.Versions, name string, sources ...string) *queue.Job {
	t.Helper()
	code, w := read(t, sources...)
	for _, j := range code.Jobs(w, versions) {
		if j.Name == name {
			return j
		}
	}
	t.Fatalf("no job %s", name)
	return nil
}

// show writes a value as the tests state it: "60", "infinite", "absent", "unknown", "1|2".
func show[T any](v queue.Value[T]) string {
	some, known := v.Each()
	if !known {
		return "unknown"
	}
	var out []string
	for _, one := range some {
		x, ok := one.Get()
		switch {
		case one.IsAbsent():
			out = append(out, "absent")
		case one.IsInfinite():
			out = append(out, "infinite")
		case ok:
			out = append(out, strings.TrimSuffix(strings.TrimPrefix(fmt.Sprint(x), "["), "]"))
		}
	}
	return strings.Join(out, "|")
}

// chainOf writes the way a value took.
func chainOf(o *queue.Origin) string {
	var out []string
	for ; o != nil; o = o.From {
		out = append(out, o.Text)
	}
	return strings.Join(out, " <- ")
}
