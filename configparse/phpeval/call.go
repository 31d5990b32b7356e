package phpeval

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// call is a call of a function or closure.
func (f *frame) call(e *php.Call) Value {
	name, ok := e.Func.(*php.Name)
	if !ok {
		callee := f.expr(e.Func)
		if e.Args.FCC {
			return callee
		}
		args, problem, ok := f.arguments(&e.Args)
		if !ok {
			return problem
		}
		if callee.Kind != Closure {
			f.dropArguments(args)
		}
		return f.invoke(callee, args, e)
	}
	full, fallback := f.unit.names.Func(name)
	if e.Args.FCC {
		return f.firstClass(full, fallback, e)
	}
	if special := f.special(name); special != nil {
		return special(e)
	}
	args, problem, ok := f.arguments(&e.Args)
	if !ok {
		return problem
	}
	return f.callNamed(full, fallback, args, e)
}

// firstClass is name(...).
func (f *frame) firstClass(full, fallback string, e php.Expr) Value {
	name := full
	if f.functionNamed(full) == nil && fallback != "" {
		name = fallback
	}
	return Value{Kind: Closure, closure: &closure{name: name, frame: f}, Origin: f.computed(e)}
}

// functionNamed finds a function that the application declares.
func (f *frame) functionNamed(full string) *function {
	for _, u := range f.units() {
		if fn := u.declarations().functions[foldName(full)]; fn != nil {
			return fn
		}
	}
	return f.w.classes().function(full)
}

// callNamed calls a function by its full name, or by its name in the global namespace where the full one does not exist. A
// function of PHP itself goes before one that the application declares for older versions, and that one before Laravel's.
func (f *frame) callNamed(full, fallback string, args []argument, e php.Expr) Value {
	for _, name := range [...]string{full, fallback} {
		if name == "" {
			continue
		}
		b, known := f.w.table()[foldName(name)]
		if known && !b.laravel {
			return f.callBuiltin(b, foldName(name), args, e)
		}
		if fn := f.functionNamed(name); fn != nil {
			return f.callFunction(fn, args, e)
		}
		if known {
			return f.callBuiltin(b, foldName(name), args, e)
		}
	}
	name := full
	if fallback != "" {
		name = fallback
	}
	if !f.w.inert(name) {
		f.dropArguments(args)
	}
	f.envChanged = f.envChanged || foldName(name) == "putenv"
	return unknown("qlint does not evaluate "+name+"()", f.computed(e))
}

// dropArguments makes variables unknown that a function which is not followed may take by reference.
func (f *frame) dropArguments(args []argument) {
	for _, a := range args {
		if a.expr != nil {
			switch a.expr.(type) {
			case *php.Var, *php.Index:
				f.drop(a.expr, "a function that is not followed may change it")
			}
		}
	}
}

func (f *frame) callFunction(fn *function, args []argument, e php.Expr) Value {
	in := f.at(fn.unit, nil, nil)
	in.function = fn.unit.names.Declared(fn.decl.Name)
	in.method = in.function
	return f.enter(in, fn.decl.Params, args, e, fn.decl.Return, func() Value { return in.runBody(fn.decl.Body) })
}

// callMethod calls a method for an object, or statically where object is Unknown.
func (f *frame) callMethod(m *Member[*php.Method], this *Class, object Value, args []argument, e php.Expr) Value {
	in := f.at(m.In.Unit, m.Self, this)
	in.object = object
	in.function = m.Decl.Name.Name
	in.method = m.Self.Name + "::" + m.Decl.Name.Name
	return f.enter(in, m.Decl.Params, args, e, m.Decl.Return, func() Value { return in.runBody(m.Decl.Body) })
}

// callBuiltin evaluates a function of PHP or Laravel. Where it does not take partly known arguments it is evaluated for every
// combination of alternatives.
func (f *frame) callBuiltin(b builtin, name string, args []argument, e php.Expr) Value {
	values, ok := positional(args)
	if !ok {
		return unknown(name+"() with named or unknown arguments", f.computed(e))
	}
	if len(values) < b.min || b.max >= 0 && len(values) > b.max {
		return throwing(name+"() with a wrong number of arguments", f.computed(e))
	}
	c := &builtinCall{frame: f, node: e, name: name, args: values}
	if b.partial {
		return f.give(b.eval(c), e, values...)
	}
	return f.combine(values, func(args []Value) Value {
		c := *c
		c.args = args
		return f.give(b.eval(&c), e, args...)
	})
}

// maxCombinations bounds the combinations of alternatives that one call is evaluated for.
const maxCombinations = 64

// combine evaluates for every combination of the alternatives of several values.
func (f *frame) combine(values []Value, eval func([]Value) Value) Value {
	f.work(32 * len(values))
	combinations := 1
	for _, v := range values {
		switch v.Kind {
		case Unknown:
			return v
		case OneOf:
			if combinations *= len(v.Some); combinations > maxCombinations {
				return unknown("too many values are possible", v.Origin)
			}
		}
	}
	if combinations == 1 {
		return eval(values)
	}
	out := make([]Value, combinations)
	for i := range out {
		f.work(32 * len(values))
		args := slices.Clone(values)
		rest := i
		for k, v := range values {
			if v.Kind == OneOf {
				args[k] = v.Some[rest%len(v.Some)]
				rest /= len(v.Some)
			}
		}
		out[i] = eval(args)
	}
	return Alternatives(out...)
}

// special finds functions that touch the variables of their caller.
func (f *frame) special(name *php.Name) func(*php.Call) Value {
	if name.Kind == php.NameQualified || name.Kind == php.NameRelative {
		return nil
	}
	switch foldName(name.Text) {
	case "compact":
		return f.compact
	case "extract", "parse_str", "get_defined_vars", "mb_parse_str":
		return func(e *php.Call) Value {
			f.effects(e)
			f.lose(foldName(name.Text) + "() sets or reads variables by name")
			return unknown("variables by name", f.computed(e))
		}
	case "func_get_args", "func_get_arg", "func_num_args":
		return func(e *php.Call) Value { return unknown("the arguments of the call", f.computed(e)) }
	case "sort", "rsort", "ksort", "krsort", "asort", "arsort":
		return func(e *php.Call) Value { return f.sorting(foldName(name.Text), e) }
	case "array_push", "array_unshift", "array_pop", "array_shift":
		return func(e *php.Call) Value { return f.stack(foldName(name.Text), e) }
	case "define":
		return func(e *php.Call) Value { return f.give(boolean(true), e) }
	}
	return nil
}

// compact is an array of variables by name.
func (f *frame) compact(e *php.Call) Value {
	b := f.newBuilder()
	for i := range e.Args.List {
		s, ok := e.Args.List[i].Value.(*php.String)
		if !ok {
			b.loseKeys("compact() of names that are not written")
			continue
		}
		name := s.Value()
		v, set := f.vars[name]
		switch {
		case f.shared[name] || !set && f.opened != "":
			v = unknown("$"+name+" is not known", f.computed(e))
		case !set:
			continue // PHP warns and leaves it out
		}
		b.put(StringKey(name), v)
	}
	return b.value().WithOrigin(f.computed(e))
}

// builtin is a function that is known without the application's code.
type builtin struct {
	min, max int // number of arguments; a max below zero is no limit
	// partial says that eval takes Unknown arguments and alternatives itself.
	partial bool
	// laravel says that the function is the framework's, so that the application may declare its own.
	laravel bool
	eval    func(*builtinCall) Value
}

// builtinCall is one call of a builtin. Without partial its arguments are neither Unknown nor OneOf.
type builtinCall struct {
	*frame
	node php.Expr
	name string
	args []Value
}

func (c *builtinCall) unknown(why string) Value {
	return unknown(c.name+"(): "+why, c.computed(c.node, c.args...))
}

func (c *builtinCall) has(i int) bool { return i < len(c.args) }

// text is an argument as text; "" where it is not given.
func (c *builtinCall) text(i int) (string, bool) {
	if !c.has(i) {
		return "", true
	}
	return toString(c.args[i])
}

// texts are all arguments as text.
func (c *builtinCall) texts() ([]string, bool) {
	out := make([]string, len(c.args))
	for i, v := range c.args {
		s, ok := toString(v)
		if !ok {
			return nil, false
		}
		c.work(len(s))
		out[i] = s
	}
	return out, true
}

// int is an argument as an int, or what stands for a missing one; false for anything that is no whole number.
func (c *builtinCall) int(i int, missing int64) (int64, bool) {
	if !c.has(i) {
		return missing, true
	}
	n, ok := number(c.args[i])
	if !ok || !integral(n) {
		return 0, false
	}
	return toInt(n)
}

// flag is an argument as a bool; false where it is not given.
func (c *builtinCall) flag(i int) (value, ok bool) {
	if !c.has(i) {
		return false, true
	}
	return toBool(c.args[i])
}

// array is an argument that is an array, whole or not; nil for any other.
func (c *builtinCall) array(i int) *ArrayValue {
	if !c.has(i) {
		return nil
	}
	a := c.args[i].Array
	if a != nil {
		c.work(len(a.Entries))
	}
	return a
}

// table lists the functions that are evaluated, by folded name.
func (w *World) table() map[string]builtin {
	if w.functions == nil {
		w.functions = map[string]builtin{}
		for _, part := range [...]map[string]builtin{
			textFunctions(), searchFunctions(), codecFunctions(), numberFunctions(), typeFunctions(), arrayFunctions(),
			setFunctions(), callbackFunctions(), symbolFunctions(),
		} {
			for name, b := range part {
				w.functions[name] = b
			}
		}
		for name, b := range laravelFunctions() {
			b.laravel = true
			w.functions[name] = b
		}
	}
	return w.functions
}

// byValue says that a function takes no argument by reference.
func (w *World) byValue(name *php.Name) bool {
	last := foldName(name.Text)
	if i := strings.LastIndexByte(last, '\\'); i >= 0 && name.Kind != php.NameFQ {
		last = last[i+1:]
	}
	_, known := w.table()[last]
	return known || w.inert(last)
}

// inert names functions that are not evaluated, and that change no variable of their caller.
func (w *World) inert(name string) bool {
	switch foldName(name) {
	case "is_dir", "is_writable", "realpath", "extension_loaded", "method_exists",
		"property_exists", "gethostname", "php_sapi_name", "phpversion", "sys_get_temp_dir", "file_get_contents", "glob", "scandir",
		"date", "time", "microtime", "hrtime", "strtotime", "mktime", "random_int", "rand", "mt_rand", "uniqid", "random_bytes",
		"json_encode", "serialize", "unserialize", "var_export", "print_r", "var_dump", "preg_replace", "preg_split", "preg_quote",
		"ini_get", "ini_set", "set_time_limit", "error_reporting", "date_default_timezone_set", "setlocale", "error_log", "hash",
		"trigger_error", "memory_get_usage", "php_uname", "is_callable", "call_user_func", "call_user_func_array", "get_class",
		"is_a", "is_subclass_of", "spl_object_id", "iterator_to_array", "usleep", "sleep", "mb_convert_case", "mb_convert_encoding",
		"app", "resolve", "now", "today", "url", "route", "asset", "logger", "info", "report", "str", "dd", "dump", "trans", "__",
		"secure_url", "optional", "throw_if", "throw_unless", "event", "dispatch", "dispatch_sync", "auth", "request", "session",
		"cache", "cookie", "rescue", "retry", "once", "encrypt", "decrypt", "bcrypt", "fake", "view", "redirect", "response", "back":
		return true
	}
	return false
}
