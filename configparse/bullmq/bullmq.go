// Package bullmq reads the options that JavaScript and TypeScript give to workers and queues of BullMQ, as far as they are written as
// literals.
package bullmq

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// DefaultLock is lockDuration where it is not set (BullMQ: src/classes/worker.ts). The lock is renewed after half of it.
const DefaultLock = 30 * time.Second

// Is says that a path is one of source code that may make workers: neither tests nor what a build wrote.
func Is(at string) bool {
	switch path.Ext(at) {
	case ".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".jsx":
	default:
		return false
	}
	base := path.Base(at)
	if strings.Contains(base, ".test.") || strings.Contains(base, ".spec.") || strings.HasSuffix(base, ".d.ts") || strings.Contains(base, ".min.") {
		return false
	}
	return !slices.ContainsFunc(strings.Split(path.Dir(at), "/"), func(folder string) bool {
		switch folder {
		case "node_modules", "test", "tests", "__tests__", "__mocks__", "e2e", "dist", "build", "out", "public", "examples", "example", "docs":
			return true
		}
		return false
	})
}

// Worker is one worker that the code makes.
type Worker struct {
	Queue string // "" where its name is no literal
	Span  source.Span
	// Lock is lockDuration, Renew lockRenewTime: Absent where they are not set.
	Lock, Renew queue.Value[time.Duration]
}

// Code is what a file says.
type Code struct {
	Workers []*Worker
	// Makes says that the code makes a worker, whatever its options.
	Makes bool
	// Idle are keys that stand where BullMQ does not read them.
	Idle []*queue.Idle
}

// imports finds the names that a file takes from the package, in both ways to write it.
var imports = pattern.New(`(?:import\s*(?:type\s*)?\{([^}]*)\}\s*from\s*|(?:const|let|var)\s*\{([^}]*)\}\s*=\s*(?:await\s+import|require)\s*\(\s*)["'](bullmq|@taskforcesh/bullmq-pro|@nestjs/bullmq)["']`)

// named maps the names in a file to those of the package.
func named(file *source.File) map[string]string {
	out := map[string]string{}
	for _, m := range imports.FindAllIndex(file.Data, -1) {
		sub := imports.FindSubmatch(file.Data[m[0]:m[1]])
		for item := range strings.SplitSeq(string(sub[1])+","+string(sub[2]), ",") {
			words := strings.FieldsFunc(item, func(r rune) bool { return r == ' ' || r == '\n' || r == '\r' || r == '\t' || r == ':' })
			if len(words) > 0 && words[0] == "type" {
				words = words[1:]
			}
			switch {
			case len(words) == 1:
				out[words[0]] = words[0]
			case len(words) == 2: // { Worker: Other }
				out[words[1]] = words[0]
			case len(words) == 3 && words[1] == "as":
				out[words[2]] = words[0]
			}
		}
	}
	return out
}

// Read reads a file; nothing of one that does not import BullMQ.
func Read(file *source.File) *Code {
	out := &Code{}
	names := named(file)
	var wanted []string
	for local, original := range names {
		if original == "Worker" || original == "WorkerPro" || original == "Queue" || original == "QueuePro" || original == "Processor" {
			wanted = append(wanted, local)
		}
	}
	if len(wanted) == 0 {
		return out
	}
	for _, call := range jsobject.Calls(file, wanted...) {
		if original := names[call.Name]; (original == "Worker" || original == "WorkerPro") && call.New {
			out.Makes = true
		}
		switch original := names[call.Name]; {
		case call.Open:
		case (original == "Worker" || original == "WorkerPro") && call.New && len(call.Arguments) == 3:
			out.worker(call, call.Arguments[2])
		case original == "Processor" && !call.New && len(call.Arguments) == 2:
			out.worker(call, call.Arguments[1])
		case (original == "Queue" || original == "QueuePro") && call.New && len(call.Arguments) == 2:
			out.idle(call.Arguments[1], "BullMQ's queues have no such option", "give it to the Worker")
			out.idle(call.Arguments[1].Get("settings"), "BullMQ reads backoff and repeat strategies from settings, and no clocks", "give it to the Worker")
		}
	}
	return out
}

func (c *Code) worker(call *jsobject.Call, options *jsobject.Node) {
	if options.Kind != jsobject.Object {
		return
	}
	c.idle(options.Get("settings"), "BullMQ reads backoff and repeat strategies from settings, and no clocks", "move it out of settings, into the worker's options")
	w := &Worker{Span: call.Span, Lock: clock(options, "lockDuration"), Renew: clock(options, "lockRenewTime")}
	if name := call.Arguments[0]; name.Kind == jsobject.String {
		w.Queue = name.Text
	}
	c.Workers = append(c.Workers, w)
}

// clocks are the settings of a worker that time it.
var clocks = []string{"lockDuration", "lockRenewTime", "stalledInterval", "maxStalledCount"}

func (c *Code) idle(options *jsobject.Node, why, instead string) {
	if options == nil || options.Kind != jsobject.Object {
		return
	}
	for _, m := range options.Members {
		if slices.Contains(clocks, m.Key) {
			c.Idle = append(c.Idle, &queue.Idle{Framework: "BullMQ", Name: m.Key, Span: m.Span, Why: why, Instead: instead})
		}
	}
}

var product = pattern.New(`^\d[\d_]*(?:\s*\*\s*\d[\d_]*)*$`)

// clock is a number of milliseconds, or a product of numbers. In an object that may hold more than is seen nothing is known of it.
func clock(options *jsobject.Node, key string) queue.Value[time.Duration] {
	n := options.Get(key)
	switch {
	case options.Open:
		return queue.NotKnown[time.Duration]("the options may hold more than is written there", nil)
	case n == nil:
		return queue.NotSet[time.Duration](nil)
	}
	origin := &queue.Origin{Via: queue.ViaConfig, Span: n.Span, Text: key}
	text := strings.TrimSpace(n.Text)
	if n.Kind != jsobject.Number && n.Kind != jsobject.Other || !product.MatchString(text) {
		return queue.NotKnown[time.Duration]("it is not written as a number", origin)
	}
	ms := int64(1)
	for factor := range strings.SplitSeq(text, "*") {
		f, err := strconv.ParseInt(strings.ReplaceAll(strings.TrimSpace(factor), "_", ""), 10, 40)
		if err != nil || f > 0 && ms > (1<<40)/f {
			return queue.NotKnown[time.Duration]("it is no number of milliseconds", origin)
		}
		ms *= f
	}
	return queue.Is(time.Duration(ms)*time.Millisecond, origin)
}
