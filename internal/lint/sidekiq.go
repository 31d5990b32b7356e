package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/qlint-dev/qlint/configparse/bullmq"
	"github.com/qlint-dev/qlint/configparse/sidekiq"
	"github.com/qlint-dev/qlint/configparse/solidqueue"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// loadSidekiq finds Sidekiq among the programs that start no worker of Laravel's.
func (p *parsed) loadSidekiq(stray *application) {
	code := sync.OnceValue(p.sidekiqCode)
	p.eachOther(stray, isSidekiq, func(a *application, w *queue.Worker) {
		a.drains = append(a.drains, &queue.Drain{
			Framework: "Sidekiq", Worker: w, Limit: p.sidekiqTimeout(sidekiq.Read(w.Command), code, w.Span), Setting: ":timeout:", After: sidekiq.HandBack,
			Killed: "is lost",
		})
	})
}

func isSidekiq(line queue.Command) bool { return sidekiq.Read(line) != nil }

// startsOther says that a command starts a worker of another framework.
func startsOther(line queue.Command) bool {
	return isSidekiq(line) || isCelery(line) || isMessenger(line) || solidqueue.Starts(line) || bullmq.Starts(line)
}

// started are the workers of other frameworks that a program starts, also behind shells and scripts. It is asked for each framework.
func (o *other) started() []*worker.Started {
	if !o.read {
		o.read, o.workers = true, worker.FindStarted(o.words, o.options, startsOther)
	}
	return o.workers
}

// eachOther visits what programs of production start that start no worker of Laravel's: each command that is wanted, as a worker.
func (p *parsed) eachOther(stray *application, wanted func(queue.Command) bool, visit func(*application, *queue.Worker)) {
	for _, a := range append(slices.Clip(p.applications), stray) {
		for i := range a.others {
			o := &a.others[i]
			if o.program.Development != "" || developmentFile(o.program.Span.Path()) != "" {
				continue
			}
			for _, x := range o.started() {
				if !wanted(x.Line) {
					continue
				}
				visit(a, &queue.Worker{
					Kind: queue.Declared, Name: o.program.Name, Span: x.Line.Span, Command: x.Line, Wrappers: x.Wrappers, Program: o.program,
					Processes: o.program.Processes,
				})
			}
		}
	}
}

// sidekiqTimeout is the command's own, that of the configuration, or the default: the last only where the repository holds the code, so that
// it is known that nothing else sets it.
func (p *parsed) sidekiqTimeout(c *sidekiq.Command, code func() string, at source.Span) queue.Value[time.Duration] {
	if why := code(); why != "" {
		return queue.NotKnown[time.Duration](why, nil)
	}
	if !c.Timeout.IsAbsent() {
		return c.Timeout
	}
	own := queue.Is(sidekiq.DefaultTimeout, &queue.Origin{Via: queue.ViaFrameworkDefault, Span: at, Text: "Sidekiq's default without -t and :timeout:"})
	files, why := p.sidekiqFiles(c)
	switch {
	case why != "":
		return queue.NotKnown[time.Duration](why, nil)
	case len(files) == 0:
		return own
	}
	file, err := p.tree.Read(files[0])
	if err != nil {
		return queue.NotKnown[time.Duration](files[0]+" cannot be read", nil)
	}
	return sidekiq.Timeout(file, c.Environment).Or(own)
}

// sidekiqFiles are the configuration that a command reads, one or none; why says that it is not known which.
func (p *parsed) sidekiqFiles(c *sidekiq.Command) (files []string, why string) {
	if c.Config.IsUnknown() {
		return nil, "it is not known which configuration it reads"
	}
	named, given := c.Config.Get()
	for _, at := range p.tree.Paths() {
		if given && (at == path.Clean(named) || strings.HasSuffix(at, "/"+strings.TrimPrefix(path.Clean(named), "./"))) || !given && sidekiq.IsConfig(at) {
			files = append(files, at)
		}
	}
	if len(files) > 1 || given && len(files) == 0 {
		return nil, "it is not known which configuration it reads"
	}
	return files, ""
}

// keepers are words for what keeps jobs in Redis while they run: nothing is lost by SIGKILL then.
var keepers = []string{"sidekiq-pro", "sidekiq-ent", "super_fetch", "reliable_fetch", "reliable-fetch", "sidekiq-fetcher"}

// setsTimeout finds code that may give Sidekiq its timeout: a symbol, a key or an attribute. A text such as that of a route does not.
var setsTimeout = pattern.New(`:timeout\b|\btimeout["']?\s*(?::[^:]|\]|=>)|\btimeout\s*=|\.timeout\b`)

// sidekiqCode says why the code keeps the clocks from being known: there is none, it keeps jobs in another way, or it sets them itself.
func (p *parsed) sidekiqCode() string {
	gems := false
	for _, at := range p.tree.Paths() {
		base := path.Base(at)
		isGems := base == "Gemfile" || base == "Gemfile.lock"
		if !isGems && !(path.Ext(at) == ".rb" && inFolder(at, "initializers", "config")) {
			continue
		}
		file, err := p.tree.Read(at)
		if err != nil {
			return at + " cannot be read"
		}
		if isGems && bytes.Contains(file.Data, []byte("sidekiq")) {
			gems = true
		}
		for _, word := range keepers {
			if bytes.Contains(file.Data, []byte(word)) {
				return at + " has " + word
			}
		}
		if !isGems && bytes.Contains(file.Data, []byte("Sidekiq")) && setsTimeout.Match(file.Data) {
			return at + " may set the timeout"
		}
	}
	if !gems {
		return "the code is not in the repository"
	}
	return ""
}
