package phpeval

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

func (f *frame) lookup(name string) Variable {
	if f.envChanged {
		return Variable{Why: "the code sets environment variables itself"}
	}
	if f.w.Env == nil {
		return Variable{Why: "no environment is known"}
	}
	return f.w.Env.Lookup(name)
}

// env is env(name, default) (Laravel: Support/Env.php).
func (f *frame) env(e php.Expr, args []Value) Value {
	if len(args) == 0 {
		return throwing("env() without a name", f.computed(e))
	}
	return each(args[0], func(key Value) Value {
		name, ok := toString(key)
		if !ok {
			return unknown("a variable whose name is not known", f.computed(e, key))
		}
		v := f.lookup(name)
		switch v.State {
		case VariableSet:
			if f.config == "" {
				return unknown("env() outside configuration files gives nothing once the configuration is cached", f.computed(e))
			}
			return coerceEnv(v.Text).WithOrigin(f.viaEnv(viaOf(v.Origin), e, name, v.Origin))
		case VariableUnset:
			if len(args) < 2 {
				return unknown(name+" is not set by anything that was read, and env() has no default",
					f.viaEnv(queue.ViaEnvDefault, e, name, v.Origin))
			}
			return f.envDefault(args[1], f.viaEnv(queue.ViaEnvDefault, e, name, v.Origin), e)
		case VariableRemoved:
			if len(args) < 2 {
				args = append(args, null())
			}
			return f.envDefault(args[1], f.viaEnv(queue.ViaEnvFile, e, name, v.Origin), e)
		}
		why := v.Why
		if why == "" {
			why = "nothing tells whether " + name + " is set"
		}
		return unknown(why, f.viaEnv(queue.ViaEnvFile, e, name, v.Origin))
	})
}

func viaOf(o *queue.Origin) queue.Via {
	if o == nil || o.Via == queue.ViaLiteral {
		return queue.ViaEnvFile
	}
	return o.Via
}

// viaEnv is the step of an env() call, with what says how the variable is set behind it.
func (f *frame) viaEnv(via queue.Via, e php.Node, name string, from *queue.Origin) *queue.Origin {
	o := f.step(via, e)
	o.Variable, o.From = name, from
	return o
}

// envDefault is env()'s second argument, or what it returns where it is a closure.
func (f *frame) envDefault(v Value, origin *queue.Origin, e php.Expr) Value {
	if v.Kind == Closure {
		v = f.apply(v, nil, e)
	}
	if v.Kind == Unknown && v.Origin != nil {
		return v
	}
	return each(v, func(v Value) Value {
		o := *origin
		if v.Origin != nil && v.Origin.Via != queue.ViaLiteral {
			if o.From == nil {
				o.From = v.Origin
			} else {
				o.Also = []*queue.Origin{v.Origin}
			}
		}
		return v.WithOrigin(&o)
	})
}

// coerceEnv converts a variable's text as env() does: the words true, false, empty and null, also in parentheses, then one layer
// of quotes.
func coerceEnv(s string) Value {
	switch lowerASCII(s) {
	case "true", "(true)":
		return boolean(true)
	case "false", "(false)":
		return boolean(false)
	case "empty", "(empty)":
		return text("")
	case "null", "(null)":
		return null()
	}
	if n := len(s); n >= 2 && (s[0] == '"' || s[0] == '\'') && s[n-1] == s[0] && !strings.Contains(s, "\n") {
		return text(s[1 : n-1])
	}
	return text(s)
}
