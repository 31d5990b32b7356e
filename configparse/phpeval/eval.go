package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

type closure struct{}

type configState struct{}

// File evaluates what a configuration file returns.
func (w *World) File(u *Unit) Value { return unknown("not evaluated", nil) }

// ConfigValue is config(key, default): a dotted path into a configuration file, with the framework's own values under it.
func (w *World) ConfigValue(key string) Value { return unknown("not evaluated", nil) }

// Expr evaluates an expression where it stands.
func (w *World) Expr(e php.Expr, at Scope) Value { return unknown("not evaluated", nil) }

// Return evaluates what a method or function without required parameters returns; this is the class whose object it runs on.
func (w *World) Return(m *php.Method, in, this *Class) Value { return unknown("not evaluated", nil) }

// AsInt is the value after PHP's (int) cast.
func (v Value) AsInt() queue.Value[int64] { return queue.NotKnown[int64](v.Why, v.Origin) }

// AsString is the value after PHP's (string) cast; arrays and objects are Unknown.
func (v Value) AsString() queue.Value[string] { return queue.NotKnown[string](v.Why, v.Origin) }

// AsBool is the value after PHP's (bool) cast.
func (v Value) AsBool() queue.Value[bool] { return queue.NotKnown[bool](v.Why, v.Origin) }

// AsScalar is the value with its type, as the model keeps settings.
func (v Value) AsScalar() queue.Value[queue.Scalar] {
	return queue.NotKnown[queue.Scalar](v.Why, v.Origin)
}
