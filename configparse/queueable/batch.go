package queueable

import (
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// noteBatch remembers a Bus::batch().
func (c *Code) noteBatch(found []member, layers []layer, s *scope) {
	if c.here.chain == nil || !batchCall(c.here.root, s) {
		return
	}
	b := batch{here: here{s, c.here.chain}}
	for _, l := range layers {
		b.connection = b.connection || l.property == "connection" && l.how != reset
		b.queue = b.queue || l.property == "queue" && l.how != reset
	}
	for _, m := range found {
		if !m.later && m.made != nil && len(m.subjects) == 1 {
			b.members = append(b.members, m)
		}
	}
	c.batches = append(c.batches, b)
}

// batch is one Bus::batch() with the jobs that are written in it.
type batch struct {
	here
	connection, queue bool
	members           []member
}

// Batches lists the batches with the jobs that are written in them. jobs are those of the same world.
func (c *Code) Batches(w *phpeval.World, jobs []*queue.Job) []*queue.Batch {
	byClass := jobsByClass(jobs)
	var out []*queue.Batch
	for _, b := range c.batches {
		batch := &queue.Batch{Span: b.in.unit.Span(b.whole), Connection: b.connection, Queue: b.queue}
		for _, m := range b.members {
			s := m.subjects[0]
			j := byClass[s.class.Name]
			if j == nil || len(s.kinds) != 1 || s.kinds[0] != queue.PlainJob {
				continue
			}
			r := newReader(c, w, s)
			batch.Members = append(batch.Members, queue.BatchMember{
				Span: b.in.unit.Span(m.made), Job: j, Batchable: s.batchable(),
				Connection: r.ownChoice("connection"), Queue: r.ownChoice("queue"),
			})
		}
		out = append(out, batch)
	}
	return out
}

// batchable says whether the class uses the trait that a batch needs (Laravel: Bus/PendingBatch.php, since 8.0).
func (s *subject) batchable() queue.Verdict {
	switch {
	case s.is(busBatchable):
		return queue.Yes
	case s.opaque || s.outsideParent != "":
		return queue.Maybe
	}
	return queue.No
}

// ownChoice is where a class itself sets its connection or queue; nil where it does not for sure.
func (r *reader) ownChoice(name string) *queue.Origin {
	p := r.of(name, queue.PlainJob)
	if text, ok := named(p.value).Get(); ok && text != "" {
		return p.value.Origin
	}
	return nil
}

func jobsByClass(jobs []*queue.Job) map[string]*queue.Job {
	out := map[string]*queue.Job{}
	for _, j := range jobs {
		out[j.Class] = j
	}
	return out
}
