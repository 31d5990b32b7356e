package queueable

import (
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Schedule evaluates the tasks of the schedule and the calls of artisan. jobs are those of the same world.
func (c *Code) Schedule(w *phpeval.World, jobs []*queue.Job) *queue.Schedule {
	byClass := jobsByClass(jobs)
	out := &queue.Schedule{}
	for i := range c.tasks {
		t := &c.tasks[i]
		task := t.read(c, w, byClass)
		if task.Kind != queue.CallTask && task.Kind != queue.JobTask && task.Command.IsUnknown() && out.Open == "" && task.Kind != queue.CalledTask {
			out.Open = t.in.unit.File.Path + " schedules a command that is not known"
		}
		out.Tasks = append(out.Tasks, task)
	}
	return out
}

func (t *task) read(c *Code, w *phpeval.World, byClass map[string]*queue.Job) *queue.Task {
	task := &queue.Task{
		Span: t.span(), Conditional: t.conditional, Command: queue.NotKnown[string]("it is no command", nil),
		Every: queue.Is(time.Minute, nil), Overlap: queue.NotSet[time.Duration](nil), OneServer: queue.Is(false, nil), Background: queue.Is(false, nil),
		Environments: queue.NotSet[[]string](nil),
	}
	switch t.call {
	case "command":
		task.Kind = queue.ArtisanTask
		t.command(task, w, shellArgument)
	case "artisan":
		task.Kind = queue.CalledTask
		t.command(task, w, inputArgument)
	case "exec":
		task.Kind = queue.ExecTask
		t.command(task, w, shellArgument)
	case "job":
		task.Kind = queue.JobTask
		task.Job = t.job(c, byClass)
	default:
		task.Kind = queue.CallTask
	}
	for _, call := range t.calls {
		t.modify(task, call, w)
	}
	if t.loose {
		why := "something else may change the task"
		task.Guarded = true
		task.Every, task.Overlap = queue.NotKnown[time.Duration](why, nil), queue.NotKnown[time.Duration](why, nil)
		task.OneServer, task.Background = queue.NotKnown[bool](why, nil), queue.NotKnown[bool](why, nil)
	}
	return task
}

// job is the class that a task dispatches.
func (t *task) job(c *Code, byClass map[string]*queue.Job) *queue.Job {
	if len(t.args.List) == 0 {
		return nil
	}
	subjects := c.classRef(t.args.List[0].Value, t.in)
	if len(subjects) == 0 {
		list, _ := c.instances(t.args.List[0].Value, t.in, 0)
		if len(list) == 1 {
			subjects = list[0].subjects
		}
	}
	if len(subjects) != 1 {
		return nil
	}
	return byClass[subjects[0].class.Name]
}

// modify applies one call of the chain to a task.
func (t *task) modify(task *queue.Task, call *php.MethodCall, w *phpeval.World) {
	name := fold(call.Name.Name)
	at := &queue.Origin{Via: queue.ViaLiteral, Span: t.in.unit.Span(&call.Name), Text: "->" + call.Name.Name + "()"}
	switch name {
	case "withoutoverlapping":
		task.Overlap = t.minutes(call, queue.DefaultOverlap, at, w)
	case "ononeserver":
		task.OneServer = queue.Is(true, at)
	case "runinbackground":
		task.Background = queue.Is(true, at)
	case "environments":
		task.Environments = t.environments(&call.Args, w)
	case "when", "skip", "between", "unlessbetween", "evenwhilemissing":
		task.Guarded = true
	default:
		if every, ok := t.interval(name, call, w); ok {
			task.Every = every.WithOrigin(at)
		}
	}
}

func (t *task) minutes(call *php.MethodCall, fallback time.Duration, at *queue.Origin, w *phpeval.World) queue.Value[time.Duration] {
	if len(call.Args.List) == 0 {
		return queue.Is(fallback, &queue.Origin{Via: queue.ViaFrameworkDefault, Span: at.Span, Text: "1440 minutes, what withoutOverlapping() takes without an argument"})
	}
	v := t.in.evaluate(w, call.Args.List[0].Value, 0)
	return converted(v, func(one phpeval.Value) queue.Value[time.Duration] {
		if n, ok := number(one); ok && n >= 0 && n < 1<<30 {
			return queue.Is(time.Duration(n)*time.Minute, &queue.Origin{Via: queue.ViaLiteral, Span: t.in.unit.Span(call.Args.List[0].Value), Text: excerpt(t.in.unit, call)})
		}
		return queue.NotKnown[time.Duration]("it is no number of minutes", at)
	})
}

// environments reads ->environments('a', 'b') and ->environments(['a', 'b']).
func (t *task) environments(args *php.Args, w *phpeval.World) queue.Value[[]string] {
	var out []string
	for i := range args.List {
		v := t.in.evaluate(w, args.List[i].Value, 0)
		switch {
		case v.Kind == phpeval.String:
			out = append(out, v.Str)
		case v.Kind == phpeval.Array && v.Array.Open == "":
			for _, e := range v.Array.Entries {
				if e.Value.Kind != phpeval.String {
					return queue.NotKnown[[]string]("an environment is not known", v.Origin)
				}
				out = append(out, e.Value.Str)
			}
		default:
			return queue.NotKnown[[]string]("the environments are not known", v.Origin)
		}
	}
	return queue.Is(out, nil)
}

// intervals are the methods that say how often a task runs, folded, with the time between two runs.
var intervals = map[string]time.Duration{
	"everysecond": time.Second, "everytwoseconds": 2 * time.Second, "everyfiveseconds": 5 * time.Second, "everytenseconds": 10 * time.Second,
	"everyfifteenseconds": 15 * time.Second, "everytwentyseconds": 20 * time.Second, "everythirtyseconds": 30 * time.Second,
	"everyminute": time.Minute, "everytwominutes": 2 * time.Minute, "everythreeminutes": 3 * time.Minute, "everyfourminutes": 4 * time.Minute,
	"everyfiveminutes": 5 * time.Minute, "everytenminutes": 10 * time.Minute, "everyfifteenminutes": 15 * time.Minute, "everythirtyminutes": 30 * time.Minute,
	"hourly": time.Hour, "hourlyat": time.Hour, "everyoddhour": 2 * time.Hour, "everytwohours": 2 * time.Hour, "everythreehours": 3 * time.Hour,
	"everyfourhours": 4 * time.Hour, "everysixhours": 6 * time.Hour, "daily": 24 * time.Hour, "dailyat": 24 * time.Hour, "at": 24 * time.Hour,
	"twicedaily": time.Hour, "twicedailyat": time.Hour, "weekly": 7 * 24 * time.Hour, "weeklyon": 7 * 24 * time.Hour, "monthly": 28 * 24 * time.Hour,
	"monthlyon": 28 * 24 * time.Hour, "twicemonthly": 24 * time.Hour, "lastdayofmonth": 28 * 24 * time.Hour, "quarterly": 89 * 24 * time.Hour,
	"quarterlyon": 89 * 24 * time.Hour, "yearly": 365 * 24 * time.Hour, "yearlyon": 365 * 24 * time.Hour,
}

// interval is the time between two runs that a call sets; ok is false for a call that says nothing of it.
func (t *task) interval(name string, call *php.MethodCall, w *phpeval.World) (every queue.Value[time.Duration], ok bool) {
	if d, known := intervals[name]; known {
		return queue.Is(d, nil), true
	}
	if name != "cron" || len(call.Args.List) == 0 {
		return every, name == "cron" || name == "repeatevery"
	}
	v := t.in.evaluate(w, call.Args.List[0].Value, 0)
	if v.Kind != phpeval.String {
		return queue.NotKnown[time.Duration]("the cron expression is not known", v.Origin), true
	}
	return cronInterval(v.Str), true
}

// cronInterval is the shortest time between two runs of a cron expression that names minutes simply; else it is not known.
func cronInterval(expression string) queue.Value[time.Duration] {
	fields := strings.Fields(expression)
	if len(fields) == 5 {
		step, stepped := strings.CutPrefix(fields[0], "*/")
		n, err := strconv.Atoi(step)
		switch {
		case fields[0] == "*":
			return queue.Is(time.Minute, nil)
		case stepped && err == nil && n > 0 && n <= 30:
			return queue.Is(time.Duration(n)*time.Minute, nil)
		case !stepped && err == nil && fields[1] == "*":
			return queue.Is(time.Hour, nil)
		case !stepped && err == nil && len(fields[1]) <= 2 && fields[1][0] != '*':
			return queue.Is(24*time.Hour, nil)
		}
	}
	return queue.NotKnown[time.Duration]("qlint does not follow the cron expression "+expression, nil)
}
