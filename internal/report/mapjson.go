package report

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

type jsonMap struct {
	Version int       `json:"version"`
	Tool    jsonTool  `json:"tool"`
	Apps    []jsonApp `json:"apps"`
}

type jsonApp struct {
	Root              string           `json:"root"`
	Framework         string           `json:"framework"`
	FrameworkVersion  string           `json:"frameworkVersion"`
	Environment       jsonEnvironment  `json:"environment"`
	DefaultConnection jsonValue        `json:"defaultConnection"`
	Connections       []jsonConnection `json:"connections"`
	MoreConnections   string           `json:"moreConnections"`
	Workers           []jsonWorker     `json:"workers"`
	Jobs              []jsonJob        `json:"jobs"`
	Chains            []jsonChain      `json:"chains"`
	Problems          []jsonProblem    `json:"problems"`
	Brokers           []jsonBroker     `json:"brokers"`
	OtherWorkers      []jsonDrain      `json:"otherWorkers"`
	OtherLeases       []jsonLease      `json:"otherLeases"`
}

type jsonEnvironment struct {
	Name     string    `json:"name"`
	Evidence bool      `json:"evidence"`
	AppEnv   jsonValue `json:"appEnv"`
}

// jsonValue has a state beside the value of the contract: known, unknown (with why), absent, unlimited, or one of several values.
type jsonValue struct {
	State  string      `json:"state"`
	Value  any         `json:"value"`
	Unit   string      `json:"unit"`
	Why    string      `json:"why,omitempty"`
	Values []jsonValue `json:"values,omitempty"`
	Origin []jsonStep  `json:"origin"`
}

type jsonStep struct {
	Via      string     `json:"via"`
	Text     string     `json:"text"`
	Variable string     `json:"variable,omitempty"`
	Place    *jsonPlace `json:"place,omitempty"`
	// Also holds the ways of further operands.
	Also [][]jsonStep `json:"also,omitempty"`
}

type jsonConnection struct {
	Name   string     `json:"name"`
	Place  *jsonPlace `json:"place"`
	Driver jsonValue  `json:"driver"`
	Lease  jsonValue  `json:"lease"`
	Queue  jsonValue  `json:"queue"`
	UsedBy string     `json:"usedBy"`
}

type jsonWorker struct {
	ID          int        `json:"id"`
	Kind        string     `json:"kind"`
	Name        string     `json:"name"`
	Environment string     `json:"environment"`
	Place       *jsonPlace `json:"place"`
	Command     string     `json:"command"`
	Manager     string     `json:"manager"`
	Connection  jsonValue  `json:"connection"`
	Queues      jsonValue  `json:"queues"`
	Timeout     jsonValue  `json:"timeout"`
	Tries       jsonValue  `json:"tries"`
	Backoff     jsonValue  `json:"backoff"`
	Processes   jsonValue  `json:"processes"`
	Reads       *string    `json:"reads"`
	Jobs        []string   `json:"jobs"`
	Development string     `json:"development,omitempty"`
}

type jsonJob struct {
	Class         string          `json:"class"`
	Kind          string          `json:"kind"`
	Place         *jsonPlace      `json:"place"`
	Connection    jsonValue       `json:"connection"`
	Queue         jsonValue       `json:"queue"`
	Timeout       jsonValue       `json:"timeout"`
	Tries         jsonValue       `json:"tries"`
	Backoff       jsonValue       `json:"backoff"`
	MaxExceptions jsonValue       `json:"maxExceptions"`
	RetryUntil    jsonValue       `json:"retryUntil"`
	FailOnTimeout jsonValue       `json:"failOnTimeout"`
	RunsOn        []jsonCandidate `json:"runsOn"`
	Unlinked      string          `json:"unlinked,omitempty"`
}

type jsonCandidate struct {
	Connection string     `json:"connection"`
	Selected   []jsonStep `json:"selected"`
	Workers    []int      `json:"workers"`
}

type jsonChain struct {
	Worker int         `json:"worker"`
	Stages []jsonStage `json:"stages"`
}

type jsonStage struct {
	Kind    string     `json:"kind"`
	Name    string     `json:"name"`
	Place   *jsonPlace `json:"place"`
	Setting string     `json:"setting"`
	Grace   jsonValue  `json:"grace"`
	Signal  jsonValue  `json:"signal"`
	Binding bool       `json:"binding"`
}

type jsonProblem struct {
	Place  *jsonPlace `json:"place"`
	Reason string     `json:"reason"`
	Kept   string     `json:"kept"`
}

// WriteMapJSON writes the model of some applications for programs.
func WriteMapJSON(w io.Writer, r *Report, apps []*queue.App) error {
	out := jsonMap{Version: 1, Tool: jsonTool{"qlint", r.Version}, Apps: []jsonApp{}}
	for _, app := range apps {
		out.Apps = append(out.Apps, r.jsonApp(app))
	}
	return encodeJSON(w, out)
}

func encodeJSON(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(v)
}

func (r *Report) jsonApp(app *queue.App) jsonApp {
	out := jsonApp{
		Root: app.Root, Framework: app.Framework,
		Environment:       jsonEnvironment{app.Environment.Name, app.Environment.Evidence, r.jsonValue(name(app.Environment.AppEnv))},
		DefaultConnection: r.jsonValue(name(app.DefaultConnection)),
		Connections:       []jsonConnection{}, MoreConnections: app.MoreConnections,
		Workers: []jsonWorker{}, Jobs: []jsonJob{}, Chains: []jsonChain{}, Problems: []jsonProblem{},
	}
	if !app.Versions.Framework.IsZero() {
		out.FrameworkVersion = app.Versions.Framework.String()
	}
	for _, c := range app.Connections {
		out.Connections = append(out.Connections, jsonConnection{
			c.Name, r.jsonPlace(c.Span), r.jsonValue(name(c.Driver)), r.jsonValue(clock(c.Lease)), r.jsonValue(name(c.Queue)), c.UsedBy,
		})
	}
	for i, w := range app.Workers {
		out.Workers = append(out.Workers, r.jsonWorker(i, w))
		for _, chain := range w.Chains() {
			out.Chains = append(out.Chains, r.jsonChain(i, chain))
		}
	}
	for _, j := range app.Jobs {
		out.Jobs = append(out.Jobs, r.jsonJob(app, j))
	}
	for _, p := range app.Problems {
		out.Problems = append(out.Problems, jsonProblem{r.jsonPlace(p.Span), p.Reason, p.Kept})
	}
	out.Brokers, out.OtherWorkers, out.OtherLeases = r.jsonBrokers(app), r.jsonDrains(app), r.jsonLeases(app)
	return out
}

func (r *Report) jsonWorker(id int, w *queue.Worker) jsonWorker {
	out := jsonWorker{
		ID: id, Kind: workerKinds[w.Kind], Name: w.Name, Environment: w.Environment, Place: r.jsonPlace(w.Span), Command: w.Command.Text,
		Connection: r.jsonValue(name(w.Connection)), Queues: r.jsonValue(nameList(w.Queues)), Timeout: r.jsonValue(clock(w.Timeout)),
		Tries: r.jsonValue(count(w.Tries)), Backoff: r.jsonValue(clocks(w.Backoff)), Processes: r.jsonValue(count(w.Processes)),
		Jobs: []string{}, Development: w.Development,
	}
	if w.Program != nil {
		out.Manager = w.Program.Manager.String()
	}
	if w.On != nil {
		out.Reads = &w.On.Name
	}
	for _, j := range w.Jobs {
		out.Jobs = append(out.Jobs, j.Class)
	}
	return out
}

func (r *Report) jsonChain(id int, chain []*queue.StopStage) jsonChain {
	out := jsonChain{Worker: id}
	binds := binding(chain)
	for _, s := range chain {
		out.Stages = append(out.Stages, jsonStage{
			s.Kind, s.Name, r.jsonPlace(s.Span), s.Setting, r.jsonValue(clock(s.Grace)), r.jsonValue(name(s.Signal)), s == binds || len(chain) == 1,
		})
	}
	return out
}

func (r *Report) jsonJob(app *queue.App, j *queue.Job) jsonJob {
	out := jsonJob{
		Class: j.Class, Kind: j.Kind.String(), Place: r.jsonPlace(j.Span), Connection: r.jsonValue(name(j.Connection)),
		Queue: r.jsonValue(name(j.Queue)), Timeout: r.jsonValue(clock(j.Timeout)), Tries: r.jsonValue(count(j.Tries)),
		Backoff: r.jsonValue(clocks(j.Backoff)), MaxExceptions: r.jsonValue(count(j.MaxExceptions)),
		RetryUntil: r.jsonValue(truth(j.RetryUntil)), FailOnTimeout: r.jsonValue(truth(j.FailOnTimeout)),
		RunsOn: []jsonCandidate{}, Unlinked: j.Unlinked,
	}
	for _, c := range j.Candidates {
		candidate := jsonCandidate{Connection: c.Connection.Name, Selected: r.jsonSteps(c.Selected, 0), Workers: []int{}}
		for _, w := range c.Workers {
			candidate.Workers = append(candidate.Workers, slices.Index(app.Workers, w))
		}
		out.RunsOn = append(out.RunsOn, candidate)
	}
	return out
}

var stateNames = map[queue.State]string{
	queue.Unknown: "unknown", queue.Absent: "absent", queue.Known: "known", queue.Infinite: "unlimited", queue.OneOf: "one-of",
}

func (r *Report) jsonValue(v mapValue) jsonValue {
	out := jsonValue{State: stateNames[v.state], Value: v.value, Unit: v.unit, Why: v.why, Origin: r.jsonSteps(v.from, 0)}
	for _, s := range v.some {
		out.Values = append(out.Values, r.jsonValue(s))
	}
	return out
}

// jsonSteps is a way, newest step first; depth bounds the operands of operands.
func (r *Report) jsonSteps(o *queue.Origin, depth int) []jsonStep {
	out := []jsonStep{}
	for at := o; at != nil && len(out) < maxSteps; at = at.From {
		step := jsonStep{Via: viaNames[at.Via], Text: at.Text, Variable: at.Variable, Place: r.jsonPlace(at.Span)}
		if depth < 3 {
			for _, also := range at.Also {
				step.Also = append(step.Also, r.jsonSteps(also, depth+1))
			}
		}
		out = append(out, step)
	}
	return out
}

func (r *Report) jsonPlace(s source.Span) *jsonPlace {
	if s.IsZero() {
		return nil
	}
	p := r.place(s)
	return &p
}
