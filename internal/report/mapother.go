package report

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// others prints the workers of other frameworks with what stops them, and the leases of their brokers.
func (m *mapWriter) others(app *queue.App) {
	first := true
	for _, d := range app.Drains {
		m.section(&first, "workers of other frameworks")
		w := d.Worker
		title := d.Framework
		if w.Name != "" {
			title += fmt.Sprintf(" %q", w.Name)
		}
		m.head(title, w.Span)
		rows := []mapRow{
			{"command", printable(strings.Join(strings.Fields(w.Command.Text), " ")), ""},
			m.row("waits", clock(d.Limit)), m.row("processes", count(w.Processes)),
		}
		limit, known := d.Limit.Get()
		m.rows(append(rows, m.stops(w, limit+d.After, known)...))
	}
	first = true
	for _, l := range app.Leases {
		m.section(&first, "leases of other frameworks")
		m.head(l.Framework, l.Time.Origin().Place())
		rows := []mapRow{m.row(l.Setting, clock(l.Time))}
		for _, run := range l.Runs {
			row := m.row(run.Setting, clock(run.Limit))
			row.value = fmt.Sprintf("%s: %s", printable(run.Name), row.value)
			rows = append(rows, row)
		}
		m.rows(rows)
	}
}

type jsonDrain struct {
	Framework string      `json:"framework"`
	Name      string      `json:"name"`
	Place     *jsonPlace  `json:"place"`
	Command   string      `json:"command"`
	Manager   string      `json:"manager"`
	Waits     jsonValue   `json:"waits"`
	Setting   string      `json:"setting"`
	Processes jsonValue   `json:"processes"`
	Chains    []jsonChain `json:"chains"`
}

type jsonLease struct {
	Framework string    `json:"framework"`
	Setting   string    `json:"setting"`
	Lease     jsonValue `json:"lease"`
	Runs      []jsonRun `json:"runs"`
}

type jsonRun struct {
	Name    string    `json:"name"`
	Setting string    `json:"setting"`
	Limit   jsonValue `json:"limit"`
	Waits   bool      `json:"waits"`
}

func (r *Report) jsonDrains(app *queue.App) []jsonDrain {
	out := []jsonDrain{}
	for i, d := range app.Drains {
		w := d.Worker
		one := jsonDrain{
			Framework: d.Framework, Name: w.Name, Place: r.jsonPlace(w.Span), Command: w.Command.Text, Waits: r.jsonValue(clock(d.Limit)), Setting: d.Setting,
			Processes: r.jsonValue(count(w.Processes)), Chains: []jsonChain{},
		}
		if w.Program != nil {
			one.Manager = w.Program.Manager.String()
		}
		for _, chain := range w.Chains() {
			one.Chains = append(one.Chains, r.jsonChain(i, chain))
		}
		out = append(out, one)
	}
	return out
}

func (r *Report) jsonLeases(app *queue.App) []jsonLease {
	out := []jsonLease{}
	for _, l := range app.Leases {
		one := jsonLease{Framework: l.Framework, Setting: l.Setting, Lease: r.jsonValue(clock(l.Time)), Runs: []jsonRun{}}
		for _, run := range l.Runs {
			one.Runs = append(one.Runs, jsonRun{run.Name, run.Setting, r.jsonValue(clock(run.Limit)), run.Waits})
		}
		out = append(out, one)
	}
	return out
}
