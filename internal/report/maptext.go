package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// mapWriter prints the model for people: who runs what, every clock with the way it came, and the margins between clocks.
type mapWriter struct {
	out    *bufio.Writer
	report *Report
	style  style
}

// mapRow is one line below an entity: a name, a value, and where the value comes from.
type mapRow struct{ key, value, from string }

// WriteMapText prints the model of some applications.
func WriteMapText(w io.Writer, r *Report, apps []*queue.App) error {
	m := &mapWriter{out: bufio.NewWriter(w), report: r, style: newStyle(r.Color)}
	for i, app := range apps {
		if i > 0 {
			fmt.Fprintln(m.out)
		}
		m.app(app)
	}
	if len(apps) == 0 {
		fmt.Fprintln(m.out, "no application and no worker found")
	}
	return m.out.Flush()
}

func (m *mapWriter) app(app *queue.App) {
	title := "files of no application"
	if app.Framework != "" {
		title = "application"
		if app.Root != "" {
			title += " " + m.report.path(app.Root)
		}
		title += " (" + app.Framework
		if !app.Versions.Framework.IsZero() {
			title += " " + app.Versions.Framework.String()
		}
		title += ")"
	}
	if env := app.Environment.Name; env != "" {
		title += ", with " + env
	}
	fmt.Fprintln(m.out, m.style.bold.Sprint(printable(title)))
	if app.Framework != "" {
		m.rows([]mapRow{m.row("default connection", name(app.DefaultConnection))})
	}
	m.connections(app)
	m.brokers(app)
	m.workers(app)
	m.others(app)
	m.jobs(app)
	m.problems(app)
}

func (m *mapWriter) connections(app *queue.App) {
	var unused []string
	first := true
	for _, c := range app.Connections {
		if c.UsedBy == "" {
			unused = append(unused, c.Name)
			continue
		}
		m.section(&first, "connections")
		driver := name(c.Driver)
		m.head(c.Name+" ("+driver.text+")", c.Span)
		m.rows([]mapRow{
			m.row("lease", clock(c.Lease)),
			m.row("queue", name(c.Queue)),
			{"used by", printable(c.UsedBy), ""},
		})
	}
	if len(unused) > 0 {
		m.section(&first, "connections")
		fmt.Fprintf(m.out, "  used by nothing: %s\n", printable(strings.Join(unused, ", ")))
	}
	if app.MoreConnections != "" {
		m.section(&first, "connections")
		fmt.Fprintf(m.out, "  there may be more: %s\n", printable(app.MoreConnections))
	}
}

var workerKinds = map[queue.WorkerKind]string{
	queue.Work: "queue:work", queue.Listen: "queue:listen", queue.HorizonMaster: "horizon", queue.HorizonSupervisor: "horizon supervisor",
	queue.Declared: "declared worker",
}

func (m *mapWriter) workers(app *queue.App) {
	first := true
	for _, w := range app.Workers {
		m.section(&first, "workers")
		title := workerKinds[w.Kind]
		if w.Name != "" {
			title += fmt.Sprintf(" %q", w.Name)
		}
		if w.Environment != "" {
			title += " in " + w.Environment
		}
		m.head(title, w.Span)
		rows := []mapRow{}
		if w.Command.Text != "" {
			rows = append(rows, mapRow{"command", printable(strings.Join(strings.Fields(w.Command.Text), " ")), ""})
		}
		if w.Kind != queue.HorizonMaster {
			rows = append(rows, m.reads(w), m.row("queues", nameList(w.Queues)), m.row("timeout", clock(w.Timeout)), m.row("tries", count(w.Tries)))
			rows = append(rows, m.set("backoff", clocks(w.Backoff))...)
			rows = append(rows, m.row("processes", count(w.Processes)))
		}
		rows = append(rows, m.margins(app, w)...)
		if len(w.Jobs) > 0 {
			rows = append(rows, mapRow{"jobs", printable(strings.Join(jobNames(w.Jobs), ", ")), ""})
		}
		if w.Development != "" {
			rows = append(rows, mapRow{"development", printable(w.Development), ""})
		}
		m.rows(rows)
	}
}

// reads is the connection that a worker reads.
func (m *mapWriter) reads(w *queue.Worker) mapRow {
	row := m.row("connection", name(w.Connection))
	switch {
	case w.Connection.IsAbsent() && w.On != nil:
		row.value = w.On.Name + " (the default connection)"
	case w.On == nil && !w.Connection.IsUnknown():
		row.value += " (not configured)"
	}
	return row
}

// margins compare a worker's longest job with the lease and with each stage that stops it.
func (m *mapWriter) margins(app *queue.App, w *queue.Worker) []mapRow {
	limit, who, known := longestJob(app, w)
	var rows []mapRow
	if w.On != nil && w.On.Leased() {
		lease := clock(w.On.Lease)
		row := mapRow{"lease", printable(lease.text), ""}
		if l, ok := w.On.Lease.Get(); ok && known {
			row.value += fmt.Sprintf(", margin %s", seconds(l-limit))
			row.from = "against " + seconds(limit) + " of " + who
		}
		rows = append(rows, row)
	}
	return append(rows, m.stops(w, limit, known)...)
}

// stops are the chains that stop a worker, each stage with its signal and the time until SIGKILL; the shortest of a chain binds.
func (m *mapWriter) stops(w *queue.Worker, limit time.Duration, known bool) []mapRow {
	if by := w.Barrier(); by != nil {
		text := fmt.Sprintf("%s keeps the signal: it starts the worker %s", by.Name, by.Why)
		if by.Relay == queue.Leaves {
			text = fmt.Sprintf("%s does not wait for the worker: it starts it %s", by.Name, by.Why)
		}
		return []mapRow{{"stop", printable(text), ""}}
	}
	var rows []mapRow
	chains := w.Chains()
	for n, chain := range chains {
		binds := binding(chain)
		key := "stop"
		if len(chains) > 1 {
			key = fmt.Sprintf("stop %d", n+1)
		}
		for _, s := range chain {
			rows = append(rows, m.stage(key, s, limit, known, s == binds))
		}
	}
	for _, s := range w.Outer {
		if s.Barrier != nil {
			text := fmt.Sprintf("%s %q: %s keeps the signal from %s", s.Kind, s.Name, s.Barrier.Name, s.Below)
			rows = append(rows, mapRow{"stop", printable(text), ""})
		}
	}
	return rows
}

// stage is one stage of a chain: `supervisor program "queue": SIGTERM, SIGKILL after 70s, margin 10s, binds`.
func (m *mapWriter) stage(key string, s *queue.StopStage, limit time.Duration, known, binds bool) mapRow {
	row := m.row(key, clock(s.Grace))
	if g, ok := s.Grace.Get(); ok {
		row.value = "SIGKILL after " + row.value
		if known {
			row.value += fmt.Sprintf(", margin %s", seconds(g-limit))
		}
		if binds {
			row.value += ", binds"
		}
	}
	if signal, ok := s.Signal.Get(); ok {
		row.value = "SIG" + strings.TrimPrefix(signal, "SIG") + ", " + row.value
	}
	row.value = fmt.Sprintf("%s %q: %s", s.Kind, printable(s.Name), row.value)
	return row
}

// binding is the stage of a chain with the shortest known grace; nil where none is known, or where there is only one.
func binding(chain []*queue.StopStage) *queue.StopStage {
	var best *queue.StopStage
	var grace time.Duration
	for _, s := range chain {
		if g, ok := s.Grace.Get(); ok && (best == nil || g < grace) {
			best, grace = s, g
		}
	}
	if len(chain) < 2 {
		return nil
	}
	return best
}

// longestJob is the longest that a worker lets a job run, with whose limit it is; false where it is not known or has no limit.
func longestJob(app *queue.App, w *queue.Worker) (limit time.Duration, who string, known bool) {
	if w.Kind == queue.HorizonMaster {
		for _, s := range app.Workers {
			if t, ok := s.Timeout.Get(); ok && s.Kind == queue.HorizonSupervisor && t > limit {
				limit, who, known = t, fmt.Sprintf("supervisor %q", s.Name), true
			}
		}
		return limit, who, known
	}
	limit, known = w.Timeout.Get()
	who = "its timeout"
	if !known {
		return 0, "", false
	}
	for _, j := range w.Jobs {
		t, ok := j.Timeout.Get()
		switch {
		case ok && t > limit:
			limit, who = t, j.Name
		case !ok && !j.Timeout.IsAbsent():
			return 0, "", false
		}
	}
	return limit, who, true
}

func jobNames(jobs []*queue.Job) []string {
	out := make([]string, len(jobs))
	for i, j := range jobs {
		out[i] = j.Name
		if t, ok := j.Timeout.Get(); ok {
			out[i] += " " + seconds(t)
		}
	}
	return out
}

func (m *mapWriter) jobs(app *queue.App) {
	first := true
	for _, j := range app.Jobs {
		if j.Abstract {
			continue
		}
		m.section(&first, "jobs")
		m.head(j.Class+" ("+j.Kind.String()+")", j.Span)
		rows := m.runsOn(j)
		rows = append(rows, m.set("queue", name(j.Queue))...)
		rows = append(rows, m.set("timeout", clock(j.Timeout))...)
		rows = append(rows, m.set("tries", count(j.Tries))...)
		rows = append(rows, m.set("backoff", clocks(j.Backoff))...)
		rows = append(rows, m.set("max exceptions", count(j.MaxExceptions))...)
		rows = append(rows, m.set("retry until", truth(j.RetryUntil))...)
		rows = append(rows, m.set("fail on timeout", truth(j.FailOnTimeout))...)
		m.rows(rows)
	}
}

func (m *mapWriter) runsOn(j *queue.Job) []mapRow {
	switch {
	case j.OnlySync:
		return []mapRow{{"runs", "inline, wherever it is dispatched", ""}}
	case len(j.Candidates) == 0:
		return []mapRow{{"runs on", printable("unknown: " + j.Unlinked), ""}}
	}
	var rows []mapRow
	for _, c := range j.Candidates {
		row := mapRow{"runs on", c.Connection.Name, m.report.way(c.Selected)}
		if len(c.Workers) == 0 {
			row.value += " (no declared worker takes it)"
		}
		rows = append(rows, row)
	}
	return rows
}

func (m *mapWriter) problems(app *queue.App) {
	first := true
	for _, p := range app.Problems {
		m.section(&first, "could not be read")
		fmt.Fprintf(m.out, "  %s: %s\n", m.report.at(p.Span), printable(p.Reason))
	}
}

// section prints a heading before the first entity below it.
func (m *mapWriter) section(first *bool, title string) {
	if *first {
		fmt.Fprintf(m.out, "\n%s\n", m.style.bold.Sprint(title))
		*first = false
	}
}

// head prints an entity and where it stands.
func (m *mapWriter) head(title string, at source.Span) {
	line := "  " + m.style.info.Sprint(printable(title))
	if !at.IsZero() {
		line += m.style.faint.Sprint("  " + printable(m.report.at(at)))
	}
	fmt.Fprintln(m.out, line)
}

func (m *mapWriter) row(key string, v mapValue) mapRow {
	return mapRow{key, printable(v.text), printable(m.report.way(v.from))}
}

// set is a row for a value that is set, or that may be.
func (m *mapWriter) set(key string, v mapValue) []mapRow {
	if v.state == queue.Absent {
		return nil
	}
	return []mapRow{m.row(key, v)}
}

// rows prints values in columns.
func (m *mapWriter) rows(rows []mapRow) {
	const widestValue = 36
	key, value := 0, 0
	for _, r := range rows {
		key = max(key, columnsOf(r.key))
		if w := columnsOf(r.value); r.from != "" && w <= widestValue {
			value = max(value, w)
		}
	}
	for _, r := range rows {
		line := "    " + pad(r.key, key) + "  " + r.value
		if r.from != "" {
			line += strings.Repeat(" ", max(value-columnsOf(r.value), 0)+2) + m.style.faint.Sprint(r.from)
		}
		fmt.Fprintln(m.out, strings.TrimRight(line, " "))
	}
}

func pad(s string, to int) string { return s + strings.Repeat(" ", max(to-columnsOf(s), 0)) }
