package queueable

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/source"
)

const scheduleClass = `illuminate\console\scheduling\schedule`

// task is one call that makes a task of the schedule, or that calls artisan.
type task struct {
	here
	// call is the method: "command", "job", "exec", "call", or for Artisan::call "artisan".
	call string
	args *php.Args
	at   php.Node
	// calls are the others of its chain and of the groups around it, in the order in which they run.
	calls []*php.MethodCall
	// loose says that something else may change the task: its chain is assigned or returned.
	loose bool
}

// ScheduleWords are what a file has that schedules tasks.
func ScheduleWords() []string {
	return []string{`Scheduling\Schedule`, `Facades\Schedule`, "Schedule::command", "Schedule::job", "Schedule::call", "Schedule::exec"}
}

// readTask reads a chain that makes a task: Schedule::command(), $schedule->command(), app(Schedule::class)->command().
func (c *Code) readTask(ch *chain, s *scope) {
	if root, ok := ch.root.(*php.StaticCall); ok {
		class, named := s.unit.Names().ClassExpr(root.Class)
		switch {
		case !named:
			return
		case isFacade(class, "artisan"):
			if name := fold(root.Name.Name); name == "call" || name == "queue" {
				c.tasks = append(c.tasks, task{here: here{s, ch}, call: "artisan", args: &root.Args, at: root})
			}
			return
		case !isFacade(class, "schedule"):
			return
		case isTask(root.Name.Name):
			c.addTask(ch, s, root.Name.Name, &root.Args, root, ch.calls)
			return
		}
	} else if !c.schedules(ch, s) {
		return
	}
	for i, call := range ch.calls {
		if isTask(call.Name.Name) {
			c.addTask(ch, s, call.Name.Name, &call.Args, call, slices.Concat(ch.calls[:i], ch.calls[i+1:]))
			return
		}
	}
}

func isTask(name string) bool {
	switch fold(name) {
	case "command", "job", "exec", "call":
		return true
	}
	return false
}

// schedules says that a chain starts from the schedule.
func (c *Code) schedules(ch *chain, s *scope) bool {
	switch root := ch.root.(type) {
	case *php.Var:
		return isSchedule(root.Name, s) || root.Name == "this" && len(ch.calls) > 1 && asksSchedule(ch.calls[0], s)
	case *php.Call:
		name := function(root)
		if name != "app" && name != "resolve" || len(ch.calls) == 0 {
			return false
		}
		return len(root.Args.List) > 0 && isScheduleClass(root.Args.List[0].Value, s) || asksSchedule(ch.calls[0], s)
	case *php.Prop, *php.StaticCall:
		return len(ch.calls) > 1 && asksSchedule(ch.calls[0], s)
	}
	return false
}

// asksSchedule is ->make(Schedule::class).
func asksSchedule(call *php.MethodCall, s *scope) bool {
	switch fold(call.Name.Name) {
	case "make", "makewith", "get":
		return len(call.Args.List) > 0 && isScheduleClass(call.Args.List[0].Value, s)
	}
	return false
}

func isScheduleClass(e php.Expr, s *scope) bool {
	f, ok := e.(*php.ClassConstFetch)
	if !ok {
		return false
	}
	class, ok := s.unit.Names().ClassExpr(f.Class)
	return ok && fold(class) == scheduleClass
}

// isSchedule says that a variable holds the schedule: by the type of a parameter, by the value that is assigned, or, in a file that names
// the class, by its name.
func isSchedule(name string, s *scope) bool {
	for in := s; in != nil; in = in.outer {
		if in.params[name] != nil {
			if in.params[name].Type == nil {
				return fold(name) == "schedule" && strings.Contains(in.unit.Tree.Text, `Scheduling\Schedule`)
			}
			return in.typeOf(name) == scheduleClass
		}
		if values := in.assigned[name]; len(values) > 0 {
			return len(values) == 1 && givesSchedule(values[0].value, in)
		}
		if in.shares != nil && !in.shares[name] {
			return false
		}
	}
	return false
}

func givesSchedule(e php.Expr, s *scope) bool {
	switch e := e.(type) {
	case *php.MethodCall:
		return asksSchedule(e, s)
	case *php.Call:
		name := function(e)
		return (name == "app" || name == "resolve") && len(e.Args.List) > 0 && isScheduleClass(e.Args.List[0].Value, s)
	}
	return false
}

// addTask remembers a task with the calls of its chain and of the groups that its closure stands in.
func (c *Code) addTask(ch *chain, s *scope, name string, args *php.Args, at php.Node, calls []*php.MethodCall) {
	if slices.ContainsFunc(calls, func(call *php.MethodCall) bool { return fold(call.Name.Name) == "mutexname" }) {
		return // only its name is asked for
	}
	calls = slices.Clone(calls)
	for in := s; in != nil && in.closure != nil; in = in.outer {
		if in.taker.name() == "group" {
			calls = slices.Concat(rootCall(in.taker.root), in.taker.before, calls)
		}
	}
	loose := slices.Contains(s.returns, ch.whole)
	for _, values := range s.assigned {
		loose = loose || slices.ContainsFunc(values, func(a assignment) bool { return a.value == ch.whole })
	}
	c.tasks = append(c.tasks, task{here: here{s, ch}, call: fold(name), args: args, at: at, calls: calls, loose: loose})
}

// rootCall is a facade's static call as the call of a method: Schedule::daily()->group().
func rootCall(root php.Expr) []*php.MethodCall {
	call, ok := root.(*php.StaticCall)
	if !ok {
		return nil
	}
	return []*php.MethodCall{{Loc: call.Loc, Name: call.Name, Args: call.Args}}
}

// span is the place of a task: the first line of the chain that makes it.
func (t *task) span() source.Span {
	start, end := t.at.Span()
	if first, _ := t.whole.Span(); first < start {
		start = first
	}
	return t.in.unit.File.Span(start, end)
}
