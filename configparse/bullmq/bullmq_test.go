package bullmq

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func shown(v queue.Value[time.Duration]) string {
	d, known := v.Get()
	switch {
	case known:
		return d.String()
	case v.IsAbsent():
		return "-"
	}
	return "?"
}

func TestWorkersSayTheirClocks(t *testing.T) {
	const head = "import { Queue, Worker, type Job } from 'bullmq'\n"
	for _, c := range []struct{ name, text, want string }{
		{"literals", head + "new Worker('é', run, { lockDuration: 30000, lockRenewTime: 10_000 })", "é 30s 10s"},
		{"product", head + "new Worker(name, run, { lockDuration: 10 * 60 * 1000 })", " 10m0s -"},
		{"shorthand", head + "new Worker('q', run, { connection, concurrency: f(), lockRenewTime: 5 })", "q - 5ms"},
		{"spread", head + "new Worker('q', run, { ...common, lockRenewTime: 5 })", "q ? ?"},
		{"no literal", head + "new Worker('q', run, { lockDuration: LOCK, lockRenewTime: 1.5 })", "q ? ?"},
		{"text", head + "new Worker('q', run, { lockDuration: '5' })", "q ? -"},
		{"too large", head + "new Worker('q', run, { lockDuration: 1000000 * 1000000 * 1000000 })", "q ? -"},
		{"no options", head + "new Worker('q', run)", ""},
		{"options elsewhere", head + "new Worker('q', run, options)", ""},
		{"renamed", "import { Worker as Runner } from \"bullmq\";\nnew Runner('q', run, { lockDuration: 5 }); new Worker('a', b, { lockDuration: 6 })", "q 5ms -"},
		{"CommonJS", "const { Worker: Runner } = require('bullmq')\nnew Runner('q', run, { lockDuration: 5 })", "q 5ms -"},
		{"decorator", "import { Processor, WorkerHost } from '@nestjs/bullmq'\n@Processor('q', { lockDuration: 5 })\nclass X extends WorkerHost {}", "q 5ms -"},
		{"web worker", "new Worker('q', run, { lockDuration: 5 })", ""},
		{"another package", "import { Worker } from 'jest-worker'\nimport { Queue } from 'bullmq'\nnew Worker('q', run, { lockDuration: 5 })", ""},
	} {
		var got []string
		for _, w := range Read(source.New("w.ts", []byte(c.text))).Workers {
			got = append(got, fmt.Sprintf("%s %s %s", w.Queue, shown(w.Lock), shown(w.Renew)))
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %q", c.name, strings.Join(got, "; "), c.want)
		}
	}
}

func TestKeysThatBullMQDoesNotRead(t *testing.T) {
	const head = "import { Queue, Worker } from 'bullmq'\n"
	for text, want := range map[string]string{
		"new Worker('q', run, { settings: { lockDuration: 5, backoffStrategy: f } })": "lockDuration",
		"new Worker('q', run, { lockDuration: 5, settings: { backoffStrategy: f } })": "",
		"new Queue('q', { stalledInterval: 5, settings: { maxStalledCount: 2 } })":    "stalledInterval maxStalledCount",
		"new Queue('q', { connection, defaultJobOptions: { attempts: 3 } })":          "",
	} {
		var got []string
		for _, i := range Read(source.New("w.ts", []byte(head+text))).Idle {
			got = append(got, i.Span.Text())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
}

func TestPathsOfSourceCode(t *testing.T) {
	for at, want := range map[string]bool{
		"src/worker.ts": true, "worker.js": true, "src/worker.test.ts": false, "node_modules/bullmq/x.js": false, "dist/worker.js": false, "a/tests/w.ts": false,
		"src/types.d.ts": false, "src/worker.php": false, "src/latest/worker.mts": true,
	} {
		if Is(at) != want {
			t.Errorf("%s: %v", at, !want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("import { Worker as W, type Queue } from 'bullmq'\nnew W<A>('é', b, { lockDuration: 10 * 60, settings: { lockRenewTime: 5 } })")
	f.Add("const { Queue: Q } = require('bullmq')\nnew Q('a', { settings: { lockDuration: 5 } })")
	f.Fuzz(func(t *testing.T, text string) {
		code := Read(source.New("w.ts", []byte(text)))
		for _, w := range code.Workers {
			if d, _ := w.Lock.Get(); d < 0 || w.Span.End > len(text) {
				t.Fatal(d, w.Span)
			}
		}
	})
}

func TestClocksHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	text := "import { Worker } from 'bullmq'\nnew Worker('größe', é, { prefix: 'ä', lockRenewTime: 60_000 })"
	code := Read(source.New("w.ts", []byte(text)))
	if len(code.Workers) != 1 || !code.Makes {
		t.Fatalf("%+v", code)
	}
	if got := code.Workers[0].Renew.Origin().Place(); got.Text() != "60_000" || got.First(source.CodePoints).Column != 54 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
