package lint

import (
	"bytes"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/bullmq"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
)

// loadBullMQ reads the workers that JavaScript makes, in the folders of packages that depend on BullMQ.
func (p *parsed) loadBullMQ(stray *application) {
	var paths []string
	for _, root := range p.bullMQRoots() {
		for _, at := range p.tree.Under(root) {
			if bullmq.Is(at) && !development(at) {
				paths = append(paths, at)
			}
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	var makers []string
	for i, code := range parallel.Map(paths, p.bullMQCode) {
		if code == nil {
			continue
		}
		if code.Makes {
			makers = append(makers, paths[i])
		}
		a := p.owner(paths[i], stray)
		a.idle = append(a.idle, code.Idle...)
		for _, w := range code.Workers {
			if w.Renew.IsAbsent() {
				continue // BullMQ then renews in time
			}
			standard := &queue.Origin{Via: queue.ViaFrameworkDefault, Text: "BullMQ's default of lockDuration"}
			a.renewals = append(a.renewals, &queue.Renewal{
				Framework: "BullMQ", Holder: "a job's worker", Lease: w.Lock.Or(queue.Is(bullmq.DefaultLock, standard)), LeaseName: "lockDuration",
				Every: w.Renew, EveryName: "lockRenewTime", HalfSure: true, Fix: "leave lockRenewTime out: BullMQ then renews after half of lockDuration",
				Lost: "a job that runs longer than its lock is taken for stalled: another worker starts it again while it still runs, and the next time it is marked failed",
			})
		}
	}
	if len(makers) > 0 {
		p.linkBullMQ(makers, stray)
	}
}

// linkBullMQ finds the programs that run the files that make workers.
func (p *parsed) linkBullMQ(makers []string, stray *application) {
	p.eachOther(stray, bullmq.Starts, func(a *application, w *queue.Worker) {
		if !slices.ContainsFunc(makers, func(at string) bool { return p.runsMaker(w, at) }) {
			return
		}
		a.drains = append(a.drains, &queue.Drain{
			Framework: "BullMQ", Worker: w, Setting: "worker.close()",
			Limit:  queue.NotKnown[time.Duration]("BullMQ waits for its jobs as long as they take", &queue.Origin{Via: queue.ViaFrameworkDefault, Span: w.Span, Text: "worker.close()"}),
			Killed: "is taken for stalled when its lock is over, and starts again from its beginning",
		})
	})
}

// bullMQRoots are the folders of packages that depend on BullMQ.
func (p *parsed) bullMQRoots() []string {
	var out []string
	for _, at := range p.tree.Paths() {
		if path.Base(at) != "package.json" || inFolder(at, "node_modules") {
			continue
		}
		if file, err := p.tree.Read(at); err == nil && bytes.Contains(file.Data, []byte(`bullmq"`)) {
			out = append(out, folderOf(at))
		}
	}
	return out
}

func (p *parsed) bullMQCode(at string) *bullmq.Code {
	file, err := p.tree.Read(at)
	if err != nil || !bytes.Contains(file.Data, []byte("bullmq")) {
		return nil
	}
	return bullmq.Read(file)
}

// runsMaker says that a program runs a file that makes workers: by its path in the repository, or by that in its package where it is known that
// the program runs in that package.
func (p *parsed) runsMaker(w *queue.Worker, at string) bool {
	entry := bullmq.Entry(w.Command)
	if bullmq.BuiltFrom(entry, at) {
		return true
	}
	root := folderOf(p.packageFile(path.Dir(at), ""))
	if root == "" || !bullmq.BuiltFrom(entry, strings.TrimPrefix(at, root+"/")) {
		return false
	}
	script := slices.ContainsFunc(w.Wrappers, func(x queue.Wrapper) bool { return x.Span.Path() == path.Join(root, "package.json") })
	return script || path.Dir(w.Program.Span.Path()) == root
}
