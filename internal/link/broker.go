package link

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// linkBrokers ties the workers and jobs of connections with the driver sqs to the queues that infrastructure as code declares, by the names
// that both use.
func linkBrokers(app *queue.App) {
	for _, q := range app.Brokers {
		if q.Vapor {
			linkVapor(app, q)
			continue
		}
		for _, w := range app.Workers {
			if w.Kind == queue.Work && w.Development == "" && onSQS(w.On) {
				own := queue.Map(w.On.Queue, func(s string) ([]string, bool) { return []string{s}, true }, "")
				names, _ := w.Queues.Or(own).Get()
				for _, name := range names {
					if bound, from := reaches(q, w.On, name); bound && !slices.Contains(q.Workers, w) {
						q.Workers, q.Bound = append(q.Workers, w), from
					}
				}
			}
		}
		for _, j := range app.Jobs {
			if j.OnlySync || j.Abstract || len(j.Candidates) != 1 || !onSQS(j.Candidates[0].Connection) {
				continue
			}
			c := j.Candidates[0].Connection
			if name, ok := j.Queue.Or(c.Queue).Get(); ok {
				if bound, from := reaches(q, c, name); bound {
					q.Jobs, q.Bound = append(q.Jobs, j), from
				}
			}
		}
	}
}

func onSQS(c *queue.Connection) bool {
	if c == nil {
		return false
	}
	driver, ok := c.Driver.Get()
	return ok && driver == "sqs"
}

// reaches says whether a name that a connection uses means a queue (Laravel: Queue/SqsQueue.php, getQueue). A suffix that nothing sets is taken
// to be none: that both names agree says so.
func reaches(q *queue.BrokerQueue, c *queue.Connection, name string) (bool, *queue.Origin) {
	if strings.Contains(name, "://") {
		return q.ReachesName(name), nil
	}
	suffix := c.Setting("suffix")
	s, known := suffix.Get()
	switch {
	case known && s.Kind == queue.StringScalar && s.Text != "":
		plain, fifo := strings.CutSuffix(name, ".fifo")
		if !strings.HasSuffix(plain, s.Text) {
			plain += s.Text
		}
		if fifo {
			plain += ".fifo"
		}
		return q.ReachesName(plain), c.Queue.Origin()
	case known || suffix.IsAbsent():
		return q.ReachesName(name), c.Queue.Origin()
	}
	open := &queue.Origin{Via: queue.ViaEnvDefault, Variable: "SQS_SUFFIX", Text: "the suffix of " + c.Name, From: c.Queue.Origin()}
	return q.ReachesName(name), open
}

// linkVapor ties the jobs that go to the default connection, which Laravel Vapor makes SQS, to the queues of an environment.
func linkVapor(app *queue.App, q *queue.BrokerQueue) {
	for _, j := range app.Jobs {
		if j.OnlySync || j.Abstract {
			continue
		}
		if name, ok := j.Connection.Get(); !j.Connection.IsAbsent() && (!ok || !onSQS(app.Connection(name))) {
			continue
		}
		name, ok := j.Queue.Get()
		if j.Queue.IsAbsent() || ok && (slices.Contains(q.Named, name)) {
			q.Jobs = append(q.Jobs, j)
		}
	}
}
