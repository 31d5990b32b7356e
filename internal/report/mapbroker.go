package report

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// brokers prints the queues that infrastructure as code declares, with what takes their messages.
func (m *mapWriter) brokers(app *queue.App) {
	first := true
	for _, q := range app.Brokers {
		m.section(&first, "queues of the broker")
		m.head(q.Address, q.Span)
		rows := []mapRow{m.row("name", name(q.Name)), m.row("visibility", clock(q.Visibility))}
		rows = append(rows, m.set("receives", count(q.MaxReceive))...)
		for _, c := range q.Consumers {
			row := m.row("function", clock(c.Function.Timeout))
			row.value = fmt.Sprintf("%s: %s", printable(c.Function.Name), row.value)
			rows = append(rows, row)
		}
		for _, w := range q.Workers {
			rows = append(rows, mapRow{"worker", printable(w.Name), ""})
		}
		if len(q.Jobs) > 0 {
			rows = append(rows, mapRow{"jobs", printable(strings.Join(jobNames(q.Jobs), ", ")), ""})
		}
		m.rows(rows)
	}
}
