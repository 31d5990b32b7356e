package report

import (
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// sampleApp is an application with a worker below a process manager, a Horizon supervisor, and jobs of each kind of knowledge.
func sampleApp() *queue.App {
	config := source.New("config/queue.php", lines("<?php", "return [", "    'redis' => ['retry_after' => env('RETRY', 90)],", "    'sqs' => [],", "];"))
	env := source.New(".env.production", lines("RETRY=120"))
	conf := source.New("ops/queue.conf", lines("[program:queue]", "command=php artisan queue:work redis --timeout=60"))
	job := source.New("app/Jobs/Import.php", lines("<?php", "class Import { public $timeout = 100; }"))
	literal := func(f *source.File, text string) *queue.Origin {
		return &queue.Origin{Via: queue.ViaLiteral, Span: span(f, text, 1), Text: text}
	}
	set := &queue.Origin{Via: queue.ViaEnvFile, Variable: "RETRY", Span: span(env, "120", 1), Text: "RETRY in .env.production"}
	redis := &queue.Connection{
		Name: "redis", Span: span(config, "'redis'", 1), Driver: queue.Is("redis", nil), Queue: queue.Is("default", nil), UsedBy: "a worker",
		Lease: queue.Is(120*time.Second, &queue.Origin{Via: queue.ViaConfig, Span: span(config, "env('RETRY', 90)", 1), Text: "env('RETRY', 90)", From: set}),
	}
	sqs := &queue.Connection{Name: "sqs", Span: span(config, "'sqs'", 1), Driver: queue.Is("sqs", nil), Lease: queue.NotKnown[time.Duration]("SQS holds it", nil)}
	work := &queue.Worker{
		Kind: queue.Work, Name: "queue", Span: span(conf, "php artisan", 1), Command: queue.Command{Text: "php artisan queue:work redis --timeout=60"},
		Connection: queue.Is("redis", literal(conf, "redis")), Queues: queue.Is([]string{"high", "default"}, nil),
		Timeout: queue.Is(60*time.Second, literal(conf, "60")), Tries: queue.NoLimit[int](nil), Processes: queue.Is(4, nil), On: redis,
		Backoff: queue.Is([]time.Duration{time.Second, 10 * time.Second}, nil), Program: &queue.Program{Manager: queue.Supervisor, Name: "queue"},
		Chain: []*queue.StopStage{{
			Kind: "supervisor program", Name: "queue", Span: span(conf, "queue", 1), Setting: "stopwaitsecs",
			Grace:  queue.Is(100*time.Second, &queue.Origin{Via: queue.ViaManagerDefault, Text: "default of supervisor"}),
			Signal: queue.Is("TERM", nil),
		}},
	}
	import1 := &queue.Job{
		Class: `App\Jobs\Import`, Name: "Import", Span: span(job, "Import", 1), Connection: queue.NotSet[string](nil), Queue: queue.NotSet[string](nil),
		Timeout: queue.Is(100*time.Second, &queue.Origin{Via: queue.ViaProperty, Span: span(job, "100", 1), Text: "$timeout"}),
		Tries:   queue.OneOfThese(queue.Is(1, nil), queue.Is(3, nil)), Backoff: queue.NotSet[[]time.Duration](nil),
		MaxExceptions: queue.NotSet[int](nil), RetryUntil: queue.Is(true, nil), FailOnTimeout: queue.NotSet[bool](nil),
		Candidates: []queue.Candidate{{Connection: redis, Selected: literal(conf, "redis"), Workers: []*queue.Worker{work}}},
	}
	lost := &queue.Job{
		Class: `App\Jobs\Lost`, Name: "Lost", Kind: queue.Listener, Connection: queue.NotKnown[string]("a method call decides", nil), Unlinked: "its connection is not known",
		Queue: queue.NotSet[string](nil), Timeout: queue.NotSet[time.Duration](nil), Tries: queue.NotSet[int](nil), Backoff: queue.NotSet[[]time.Duration](nil),
		MaxExceptions: queue.NotSet[int](nil), RetryUntil: queue.NotSet[bool](nil), FailOnTimeout: queue.NotSet[bool](nil),
	}
	work.Jobs = []*queue.Job{import1}
	return &queue.App{
		Root: "api", Framework: "laravel", Versions: queue.Versions{Framework: queue.Exactly(queue.Version{Major: 12, Minor: 4}, nil)},
		Environment:       queue.Environment{Name: ".env.production", Evidence: true, AppEnv: queue.Is("production", nil)},
		DefaultConnection: queue.Is("redis", nil), Connections: []*queue.Connection{redis, sqs}, Workers: []*queue.Worker{work},
		Jobs:     []*queue.Job{import1, lost, {Class: "Base", Abstract: true}},
		Problems: []queue.Problem{{Span: conf.Whole(), Reason: "half of it is missing"}},
	}
}

func TestMapsShowEveryClockWithItsWay(t *testing.T) {
	for name, apps := range map[string][]*queue.App{"map": {sampleApp()}, "nothing": nil} {
		var text, json strings.Builder
		if err := WriteMapText(&text, &Report{}, apps); err != nil {
			t.Fatal(err)
		}
		if err := WriteMapJSON(&json, &Report{Version: "v1.2.3"}, apps); err != nil {
			t.Fatal(err)
		}
		golden(t, name+".text", text.String())
		golden(t, name+".json", json.String())
	}
}
