package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

var horizonProcessBounds = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL327", Slug: "horizon-process-bounds", Severity: diag.Error,
		Summary: "the bounds of a Horizon supervisor's processes contradict each other, or keep Horizon from starting",
		Why: "`minProcesses` below 1 is an exception when Horizon starts: no supervisor of any environment runs, whichever one has the value.\n\nWith " +
			"`'balance' => 'auto'` every queue has `minProcesses` of its own. Where `maxProcesses` is smaller than one queue's, the minimum wins and the limit " +
			"says nothing: a warning.",
		Fix: "Set `minProcesses` to 1 or more, and `maxProcesses` to at least `minProcesses`.",
		Bad: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'balance' => 'auto', 'tries' => 1, 'timeout' => 60, 'maxProcesses' => 5,
                'minProcesses' => 0, // want QL327
            ],
        ],
    ],
`),
		Good: horizonExample(`    'environments' => [
        'production' => [
            'supervisor-1' => [
                'connection' => 'redis', 'queue' => ['default'], 'balance' => 'auto', 'tries' => 1, 'timeout' => 60, 'maxProcesses' => 5,
                'minProcesses' => 1,
            ],
        ],
    ],
`),
		References: []string{"https://laravel.com/docs/12.x/horizon#balancing-strategies"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		var none, tight pools
		for _, w := range supervisors(app) {
			least, ok := settingInt(w, "minProcesses")
			if !ok {
				continue
			}
			span := orSpan(w.Settings["minProcesses"].Value.Origin().Place(), w.Settings["minProcesses"].Key)
			if least < 1 {
				none.add(w, orSpan(span, w.Span), strconv.Itoa(least))
				continue
			}
			most, set := settingInt(w, "maxProcesses")
			if set && most > 0 && most < least && settingText(w, "balance") == "auto" {
				tight.add(w, orSpan(span, w.Span), fmt.Sprint(least, most))
			}
		}
		var out []*diag.Diagnostic
		for _, g := range none.pools {
			// One environment's value keeps all from starting: it is no less in a development entry.
			g.production = true
			d := boundsFinding(g.worker, diag.Error, fmt.Sprintf("minProcesses of %s is %s", describeWorker(g.worker), written(g.worker, "minProcesses")))
			d.Outcome = "Horizon stops with an exception when it starts, in every environment: no worker runs"
			d.Fix = "set minProcesses to 1 or more"
			out = append(out, g.report(app, d))
		}
		for _, g := range tight.pools {
			d := boundsFinding(g.worker, diag.Warning, fmt.Sprintf("maxProcesses (%s) of %s is below its minProcesses (%s)",
				written(g.worker, "maxProcesses"), describeWorker(g.worker), written(g.worker, "minProcesses")))
			d.Outcome = "the minimum wins: more processes run than maxProcesses says"
			d.Fix = "set maxProcesses to at least minProcesses for each queue"
			out = append(out, g.report(app, d))
		}
		return out
	},
}

func boundsFinding(w *queue.Worker, severity diag.Severity, message string) *diag.Diagnostic {
	s := w.Settings["minProcesses"]
	d := &diag.Diagnostic{
		Severity: severity,
		Place:    place(diag.RoleWorker, s.Value.Origin(), orSpan(s.Key, w.Span), "minProcesses "+written(w, "minProcesses")),
		Message:  message,
		Names:    []string{w.Name},
		Cause:    "processes of Horizon supervisor " + w.Name,
	}
	return settle(d, s.Value.Origin())
}

// settingInt is a whole number of a Horizon supervisor's settings; false where it is not set or not one known number.
func settingInt(w *queue.Worker, name string) (int, bool) {
	s, ok := w.Settings[name].Value.Get()
	switch {
	case !ok:
		return 0, false
	case s.Kind == queue.IntScalar:
		return int(s.Int), true
	case s.Kind == queue.StringScalar:
		n, err := strconv.Atoi(strings.TrimSpace(s.Text))
		return n, err == nil
	}
	return 0, false
}

// settingText is a text of a Horizon supervisor's settings, "" where there is none.
func settingText(w *queue.Worker, name string) string {
	if s, ok := w.Settings[name].Value.Get(); ok && s.Kind == queue.StringScalar {
		return s.Text
	}
	return ""
}

// written is a setting as PHP writes it.
func written(w *queue.Worker, name string) string {
	s, _ := w.Settings[name].Value.Get()
	return show(s)
}
