package lint

import (
	"bytes"
	"path"
	"slices"

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
	for i, code := range parallel.Map(paths, p.bullMQCode) {
		if code == nil {
			continue
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
