package worker

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// Verdict is what the framework makes of an option's text.
type Verdict uint8

// The verdicts, as measured on Laravel 10 to 13.
const (
	// Taken is a number that is used as it is written.
	Taken Verdict = iota
	// ReadAsZero is a text without a number, which counts as 0: `--tries=three`, `--tries==3`, `--tries=`.
	ReadAsZero
	// ReadInPart is a text of which only the number at its start counts: `--tries=3x`, `--tries=2.9`.
	ReadInPart
	// Limitless is a text that switches the limit off: `--timeout=`, `--timeout=-1`.
	Limitless
	// Crashes is a text at which the worker stops with a TypeError, after it reserved a job: `--timeout=90s`.
	Crashes
	// Unmeasured is a text of which it is not known what the framework makes of it.
	Unmeasured
)

// maxSeconds is the largest number of seconds that the clocks of the system take.
const maxSeconds = 1<<31 - 1

// maxQueues bounds what is kept of a list.
const maxQueues = 1000

// read fills in what the arguments say.
func (c *Command) read(words []Word, o Options) {
	a := readArguments(c.Name, words)
	c.Options, c.Verdicts = a.options, map[string]Verdict{}
	kinds := map[string]queue.WorkerKind{
		"queue:work": queue.Work, "horizon:work": queue.Work, "queue:listen": queue.Listen, "horizon": queue.HorizonMaster,
		"horizon:supervisor": queue.HorizonSupervisor,
	}
	kind, isWorker := kinds[c.Name]
	if !isWorker {
		return
	}
	w := &queue.Worker{
		Kind: kind, Span: c.Line.Span, Command: c.Line, Options: a.options, Wrappers: c.Wrappers,
		Processes: queue.Is(1, &queue.Origin{Via: queue.ViaLiteral, Span: c.Line.Span, Text: "one process"}),
	}
	c.Worker = w
	if kind == queue.HorizonMaster {
		if e := a.option("environment"); e != nil {
			w.Environment, _ = e.Value.Get()
		}
		return
	}
	position := 0
	if kind == queue.HorizonSupervisor {
		position = 1
		if len(a.positional) > 0 && a.positional[0].Why == "" {
			w.Name = a.positional[0].Text
		}
	}
	w.Connection = a.connection(position)
	w.Queues = a.queues()
	w.Timeout = a.timeout(c)
	w.Tries = a.tries(c, o)
	w.Backoff = a.backoff(c)
	w.Faults = c.faults(o)
	if once := a.option("once"); once != nil {
		w.Once = true
	}
}

// absent is the value of an option that is not given: the default, unless a word that is not known may hold the option.
func absent[T any](a *arguments, fallback queue.Value[T]) queue.Value[T] {
	if a.open != "" {
		return queue.NotKnown[T](a.open+", which may hold the option", nil)
	}
	return fallback
}

func (a *arguments) connection(position int) queue.Value[string] {
	switch {
	case position < len(a.positional):
		return valueOf(a.positional[position], a.positional[position].Text, queue.ViaFlag)
	case a.unsure:
		return queue.NotKnown[string]("an option that artisan may not know stands before a word", nil)
	}
	return absent(a, queue.NotSet[string](nil))
}

// queues explodes the list at its commas and trims nothing. An empty list is the connection's own queue, as is "0", which PHP takes
// for nothing.
func (a *arguments) queues() queue.Value[[]string] {
	o := a.option("queue")
	if o == nil {
		return absent(a, queue.NotSet[[]string](nil))
	}
	v := queue.Map(o.Value, func(text string) ([]string, bool) {
		list := strings.Split(text, ",")
		return list, len(list) <= maxQueues
	}, fmt.Sprintf("it lists more than %d queues", maxQueues))
	if text, ok := o.Value.Get(); ok && (text == "" || text == "0") {
		return queue.NotSet[[]string](o.Value.Origin())
	}
	return v
}

func frameworkDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaFrameworkDefault, Text: text}
}

// given is an option's text: "" where it stands without a value, which Symfony makes null.
func given(o *queue.Option) queue.Value[string] {
	return o.Value.Or(queue.Is("", &queue.Origin{Via: queue.ViaFlag, Span: o.Span, Text: "--" + o.Name}))
}

// timeout reads --timeout. Worker: max(timeout, 0) goes to pcntl_alarm, which wants a number. Listener: Symfony's Process, which
// takes fractions.
func (a *arguments) timeout(c *Command) queue.Value[time.Duration] {
	o := a.option("timeout")
	if o == nil {
		return absent(a, queue.Is(time.Minute, frameworkDefault("default of "+c.Name+": --timeout=60")))
	}
	text, ok := given(o).Get()
	origin := given(o).Origin()
	if !ok {
		return queue.NotKnown[time.Duration](o.Value.Why(), origin)
	}
	seconds, isNumber := phpNumber(text)
	verdict, why := c.timeoutVerdict(o, text, seconds, isNumber)
	c.Verdicts["timeout"] = verdict
	switch {
	case verdict == Limitless:
		return queue.NoLimit[time.Duration](origin)
	case why != "":
		return queue.NotKnown[time.Duration](why, origin)
	case c.Name == "queue:listen":
		return queue.Seconds(seconds, origin)
	}
	// An alarm counts whole seconds.
	return queue.Seconds(math.Trunc(seconds), origin)
}

func (c *Command) timeoutVerdict(o *queue.Option, text string, seconds float64, isNumber bool) (verdict Verdict, why string) {
	listen := c.Name == "queue:listen"
	switch {
	case isNumber && seconds > maxSeconds:
		return Unmeasured, "it is more than the system's clocks take"
	case isNumber && seconds == 0, listen && o.Value.IsAbsent():
		return Limitless, ""
	case isNumber && seconds > 0:
		if !listen && seconds < 1 {
			return Limitless, ""
		}
		return Taken, ""
	case listen:
		return Unmeasured, "queue:listen takes no such time"
	case isNumber, text == "":
		return Limitless, ""
	case text > "0":
		return Crashes, "the worker stops with a TypeError at it"
	default:
		return Unmeasured, "it is no number"
	}
}

// tries reads --tries by (int): what is no number is 0, and 0 is without limit.
func (a *arguments) tries(c *Command, opt Options) queue.Value[int] {
	o := a.option("tries")
	if o == nil {
		return absent(a, defaultTries(c.Name, opt.Laravel))
	}
	text, ok := given(o).Get()
	origin := given(o).Origin()
	if !ok {
		return queue.NotKnown[int](o.Value.Why(), origin)
	}
	n, ok := phpInt(text)
	if !ok {
		return queue.NotKnown[int]("it is more than PHP's numbers hold", origin)
	}
	whole, isNumber := phpNumber(text)
	switch {
	case isNumber && whole == float64(n):
		c.Verdicts["tries"] = Taken
	case n == 0 && !isNumber:
		c.Verdicts["tries"] = ReadAsZero
	default:
		c.Verdicts["tries"] = ReadInPart
	}
	if n == 0 {
		return queue.NoLimit[int](origin)
	}
	return queue.Is(n, origin)
}

// defaultTries is 1 since Laravel 6 and without limit before; Horizon's own commands have no limit.
func defaultTries(command string, laravel queue.VersionRange) queue.Value[int] {
	unlimited := queue.NoLimit[int](frameworkDefault("default of " + command + ": --tries=0"))
	if strings.HasPrefix(command, "horizon") {
		return unlimited
	}
	one := queue.Is(1, frameworkDefault("default of "+command+": --tries=1"))
	switch laravel.AtLeast(6, 0, 0) {
	case queue.Yes:
		return one
	case queue.No:
		return unlimited
	}
	return queue.OneOfThese(one, unlimited)
}

// backoff reads --backoff and its old name --delay, of which the larger counts: a number of seconds, or several between commas.
func (a *arguments) backoff(c *Command) queue.Value[[]time.Duration] {
	texts := [2]string{"0", "0"}
	var origin *queue.Origin
	for i, name := range []string{"backoff", "delay"} {
		o := a.option(name)
		if o == nil {
			continue
		}
		v := given(o)
		text, ok := v.Get()
		if !ok {
			return queue.NotKnown[[]time.Duration](v.Why(), v.Origin())
		}
		if texts[i] = text; origin == nil || phpMax(texts[0], texts[1]) == text {
			origin = v.Origin()
		}
	}
	if origin == nil {
		return absent(a, queue.Is([]time.Duration{0}, frameworkDefault("default of "+c.Name+": --backoff=0")))
	}
	var out []time.Duration
	for part := range strings.SplitSeq(phpMax(texts[0], texts[1]), ",") {
		n, ok := phpInt(part)
		pause, counted := queue.Clock(float64(n))
		if !ok || !counted || len(out) >= maxQueues {
			return queue.NotKnown[[]time.Duration]("it is more than a timer counts", origin)
		}
		out = append(out, pause)
	}
	return queue.Is(out, origin)
}
