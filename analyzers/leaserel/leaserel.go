// Package leaserel reports leases, timeouts and shutdown times that do not fit each other.
package leaserel

import (
	"go/ast"
	"go/constant"
	"go/types"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG102",
	Slug:     "leaserel",
	Severity: diag.Warning,
	Summary:  "lease, timeout and shutdown time do not fit each other",
	Why: `A queue gives a job to the next worker when its lease is over. A job that may run longer than its lease runs twice at once: with backlite's ReleaseAfter 2 s and a
timeout of 30 s three copies of a 7 s task ran (measured); river's RescueStuckJobsAfter equal to JobTimeout passes its validation and starts a second
copy. A job that may run longer than the time a shutdown waits is cut off at each deploy.

Compares constants within one package: river's RescueStuckJobsAfter and JobTimeout, backlite's ReleaseAfter and Timeout, goqite's Timeout and the runner's Extend (first
extended after 4/5 of it), asynq's ShutdownTimeout and Timeout (info where ShutdownTimeout is the default, 8 s), JetStream's AckWait and the handler's own timeout,
SQS' VisibilityTimeout and the batch's, Pub/Sub's MaxExtension, taskq's ReservationTimeout and watermill's CloseTimeout and the handler's own timeout, the life of a redsync mutex or a
Redis lock and the time given to the work behind it, Temporal's HeartbeatTimeout and StartToCloseTimeout. Reports a HeartbeatTimeout for an activity that records no heartbeat, and a river client that a
signal stops without SoftStopTimeout.`,
	Fix: "Let the lease outlast the longest run, with room; let a shutdown wait longer than a job may run.",
	Bad: `-- a.go --
package a

import (
	"time"

	"github.com/riverqueue/river"
)

var config = river.Config{
	JobTimeout:           time.Hour,
	RescueStuckJobsAfter: time.Hour, // want "QG102"
}
`,
	Good: `-- a.go --
package a

import (
	"time"

	"github.com/riverqueue/river"
)

var config = river.Config{
	JobTimeout:           time.Hour,
	RescueStuckJobsAfter: 2 * time.Hour,
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

// Defaults of the libraries.
const (
	riverJobTimeout = time.Minute
	goqiteTimeout   = 5 * time.Second
	goqiteExtend    = 5 * time.Second
	asynqShutdown   = 8 * time.Second
)

// setting is a constant duration, with the expression it stands in.
type setting struct {
	value time.Duration
	at    ast.Node
}

// literal is a composite literal of a library's struct, with the fields it sets.
type literal struct {
	at     *ast.CompositeLit
	fields map[string]ast.Expr
}

// settings is what one package says.
type settings struct {
	p        *finding.Pass
	literals map[string][]literal
	// timeouts are the constants given to asynq.Timeout.
	timeouts []setting
	// ackWaits are the options of NATS' old API, extensions Pub/Sub's MaxExtension; negative where not constant.
	ackWaits, extensions []setting
}

func run(p *finding.Pass) {
	s := &settings{p: p, literals: map[string][]literal{}}
	for _, f := range p.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			s.option(n)
			switch n := n.(type) {
			case *ast.CompositeLit:
				s.add(n)
			case *ast.CallExpr:
				s.call(n)
			}
			return true
		})
	}
	s.river()
	s.backlite()
	s.goqite()
	s.asynq()
	s.temporal()
	s.heartbeats()
	s.riverStart()
	s.locks()
	s.handlers()
}

func (s *settings) add(lit *ast.CompositeLit) {
	id, _, name := library.Type(s.p.TypesInfo.TypeOf(lit))
	if id == "" {
		return
	}
	l := literal{lit, map[string]ast.Expr{}}
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				l.fields[key.Name] = kv.Value
			}
		}
	}
	key := string(id) + "." + name
	s.literals[key] = append(s.literals[key], l)
}

func (s *settings) call(call *ast.CallExpr) {
	sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Timeout" || len(call.Args) != 1 {
		return
	}
	if fn, ok := s.p.TypesInfo.Uses[sel.Sel].(*types.Func); !ok || fn.Signature().Recv() != nil {
		return
	} else if id, _ := library.OfPackage(fn.Pkg()); id != library.Asynq {
		return
	}
	if d, ok := s.duration(call.Args[0]); ok && d >= time.Second {
		s.timeouts = append(s.timeouts, setting{d, call})
	}
}

// duration gives a constant duration.
func (s *settings) duration(e ast.Expr) (time.Duration, bool) {
	if e == nil {
		return 0, false
	}
	v := s.p.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.Int {
		return 0, false
	}
	n, ok := constant.Int64Val(v)
	return time.Duration(n), ok
}

// field gives a field's duration, or the default where it is not set or zero; false where it is no constant.
func (s *settings) field(l literal, name string, def time.Duration) (time.Duration, bool) {
	e, set := l.fields[name]
	if !set {
		return def, true
	}
	d, ok := s.duration(e)
	if d == 0 {
		d = def
	}
	return d, ok
}

func (s *settings) river() {
	for _, l := range s.literals["river.Config"] {
		rescue, ok := s.duration(l.fields["RescueStuckJobsAfter"])
		timeout, known := s.field(l, "JobTimeout", riverJobTimeout)
		if !ok || !known || rescue <= 0 || timeout < 0 {
			continue
		}
		switch {
		case rescue < timeout:
			s.p.At(diag.Warning, l.fields["RescueStuckJobsAfter"], "RescueStuckJobsAfter %s is less than the job timeout %s: NewClient refuses it", rescue, timeout)
		case rescue == timeout:
			s.p.At(diag.Warning, l.fields["RescueStuckJobsAfter"], "RescueStuckJobsAfter equals the job timeout %s: a job at its limit is started a second time while it still runs", timeout)
		}
	}
}

func (s *settings) backlite() {
	leases := s.literals["backlite.ClientConfig"]
	if len(leases) != 1 {
		return
	}
	lease, ok := s.duration(leases[0].fields["ReleaseAfter"])
	if !ok || lease <= 0 {
		return
	}
	for _, l := range s.literals["backlite.QueueConfig"] {
		if timeout, ok := s.duration(l.fields["Timeout"]); ok && timeout >= lease {
			s.p.At(diag.Warning, l.fields["Timeout"], "a task may run %s, but ReleaseAfter (line %d) gives it to another worker after %s", timeout, s.p.Line(leases[0].at.Pos()), lease)
		}
	}
}

func (s *settings) goqite() {
	queues, runners := s.literals["goqite.NewOpts"], s.literals["goqite.NewRunnerOpts"]
	if len(queues) != 1 || len(runners) != 1 {
		return
	}
	lease, ok := s.field(queues[0], "Timeout", goqiteTimeout)
	extend, known := s.field(runners[0], "Extend", goqiteExtend)
	if first := extend * 4 / 5; ok && known && lease > 0 && extend > 0 && lease <= first {
		at := ast.Node(queues[0].at)
		if e, ok := queues[0].fields["Timeout"]; ok {
			at = e
		}
		s.p.At(diag.Warning, at, "a message is given to another worker after %s, but the runner extends it first after %s", lease, first)
	}
}

func (s *settings) asynq() {
	configs := s.literals["asynq.Config"]
	if len(configs) != 1 || len(s.timeouts) == 0 {
		return
	}
	longest := s.timeouts[0]
	for _, t := range s.timeouts {
		if t.value > longest.value {
			longest = t
		}
	}
	wait, ok := s.field(configs[0], "ShutdownTimeout", asynqShutdown)
	if !ok || wait <= 0 || wait >= longest.value {
		return
	}
	if e, ok := configs[0].fields["ShutdownTimeout"]; ok {
		s.p.At(diag.Warning, e, "a shutdown waits %s, but a task may run %s (line %d): it is cut off and starts again", wait, longest.value, s.p.Line(longest.at.Pos()))
		return
	}
	s.p.At(diag.Info, configs[0].at, "a shutdown waits %s by default, but a task may run %s (line %d): it is cut off and starts again", wait, longest.value, s.p.Line(longest.at.Pos()))
}

func (s *settings) temporal() {
	for _, l := range s.literals["temporal.ActivityOptions"] {
		heartbeat, ok := s.duration(l.fields["HeartbeatTimeout"])
		limit, known := s.duration(l.fields["StartToCloseTimeout"])
		if ok && known && limit > 0 && heartbeat >= limit {
			s.p.At(diag.Warning, l.fields["HeartbeatTimeout"], "HeartbeatTimeout %s is not below StartToCloseTimeout %s: a dead worker is never noticed earlier", heartbeat, limit)
		}
	}
}

// handlers compares leases with the timeouts that handlers give themselves by context.WithTimeout.
func (s *settings) handlers() {
	for _, h := range s.p.Jobs.Handlers() {
		own, ok := ownTimeout(h)
		if !ok || extends(h) {
			continue
		}
		switch h.Library {
		case library.NATS:
			s.ackWait(own)
		case library.SQS:
			s.visibility(own)
		case library.PubSub:
			s.extension(own)
		case library.Taskq:
			s.reservation(own)
		case library.Watermill:
			s.watermill(own)
		}
	}
}

func (s *settings) visibility(own time.Duration) {
	inputs := s.literals["sqs.ReceiveMessageInput"]
	if len(inputs) != 1 {
		return
	}
	seconds, ok := s.duration(inputs[0].fields["VisibilityTimeout"])
	if !ok || seconds <= 0 {
		return
	}
	lease := seconds * time.Second
	batch := int64(1)
	if n, ok := s.duration(inputs[0].fields["MaxNumberOfMessages"]); ok && n > 0 {
		batch = int64(n)
	}
	switch {
	case lease <= own:
		s.p.At(diag.Warning, inputs[0].fields["VisibilityTimeout"], "a message is visible again after %s, but its handling may take %s", lease, own)
	case lease <= own*time.Duration(batch):
		s.p.At(diag.Warning, inputs[0].fields["VisibilityTimeout"], "a message is visible again after %s, but a batch of %d one after the other may take %s", lease, batch, own*time.Duration(batch))
	}
}
