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

type jsonBroker struct {
	Address    string         `json:"address"`
	Place      *jsonPlace     `json:"place"`
	Name       jsonValue      `json:"name"`
	Visibility jsonValue      `json:"visibility"`
	MaxReceive jsonValue      `json:"maxReceive"`
	Consumers  []jsonConsumer `json:"consumers"`
	Workers    []string       `json:"workers"`
	Jobs       []string       `json:"jobs"`
}

type jsonConsumer struct {
	Function string    `json:"function"`
	Timeout  jsonValue `json:"timeout"`
	Window   jsonValue `json:"window"`
}

func (r *Report) jsonBrokers(app *queue.App) []jsonBroker {
	out := []jsonBroker{}
	for _, q := range app.Brokers {
		one := jsonBroker{
			Address: q.Address, Place: r.jsonPlace(q.Span), Name: r.jsonValue(name(q.Name)), Visibility: r.jsonValue(clock(q.Visibility)),
			MaxReceive: r.jsonValue(count(q.MaxReceive)), Consumers: []jsonConsumer{}, Workers: []string{}, Jobs: []string{},
		}
		for _, c := range q.Consumers {
			one.Consumers = append(one.Consumers, jsonConsumer{c.Function.Name, r.jsonValue(clock(c.Function.Timeout)), r.jsonValue(clock(c.Window))})
		}
		for _, w := range q.Workers {
			one.Workers = append(one.Workers, w.Name)
		}
		for _, j := range q.Jobs {
			one.Jobs = append(one.Jobs, j.Class)
		}
		out = append(out, one)
	}
	return out
}
