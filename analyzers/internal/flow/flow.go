// Package flow answers questions about values and control flow in SSA form: where a value comes from, what dominates what, and where an error goes.
package flow

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// limit bounds every walk along values.
const limit = 200

// Callee gives the function or interface method that a call names, of a generic function its origin; nil for a call of a function value, and
// for the predeclared error's method, which belongs to no package.
func Callee(c *ssa.CallCommon) *types.Func {
	var obj *types.Func
	if c.IsInvoke() {
		obj = c.Method
	} else if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		obj, _ = fn.Object().(*types.Func)
	}
	if obj == nil || obj.Pkg() == nil {
		return nil
	}
	return obj.Origin()
}

// Receiver gives the value that a method is called on, nil for a function.
func Receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// Args gives the arguments of a call, without the receiver.
func Args(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() {
		if fn := c.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(c.Args) > 0 {
			return c.Args[1:]
		}
	}
	return c.Args
}

// All gives the receiver, if any, and the arguments: aligned with the parameters of the callee's ssa.Function.
func All(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// Origin follows a value back through conversions, tuples of one, captured variables and variables that are set once.
func Origin(v ssa.Value) ssa.Value {
	for range limit {
		next := step(v)
		if next == nil {
			return v
		}
		v = next
	}
	return v
}

func step(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return v.X
	case *ssa.ChangeInterface:
		return v.X
	case *ssa.MakeInterface:
		return v.X
	case *ssa.Convert:
		return v.X
	case *ssa.TypeAssert:
		return v.X
	case *ssa.Phi:
		return single(v)
	case *ssa.FreeVar:
		return Binding(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return loaded(v.X)
		}
	case *ssa.Extract:
		if a, ok := v.Tuple.(*ssa.TypeAssert); ok && v.Index == 0 {
			return a.X
		}
	}
	return nil
}

// single gives the one value that a phi merges, nil where there are several.
func single(phi *ssa.Phi) ssa.Value {
	var only ssa.Value
	for _, e := range phi.Edges {
		if e == phi || e == only {
			continue
		}
		if only != nil {
			return nil
		}
		only = e
	}
	return only
}

// Binding gives the value that a closure captured as a free variable, nil where the closure is made more than once.
func Binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	made := Closure(fn)
	if made == nil {
		return nil
	}
	for i, f := range fn.FreeVars {
		if f == v && i < len(made.Bindings) {
			return made.Bindings[i]
		}
	}
	return nil
}

// Closure gives the one instruction that makes a function literal, nil where there is none.
func Closure(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Parent() == nil {
		return nil
	}
	var found *ssa.MakeClosure
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			if m, ok := i.(*ssa.MakeClosure); ok && m.Fn == fn {
				if found != nil {
					return nil
				}
				found = m
			}
		}
	}
	return found
}

// loaded gives the one value stored to a local variable, nil where there are several or the variable is no local.
func loaded(addr ssa.Value) ssa.Value {
	if f, ok := addr.(*ssa.FreeVar); ok {
		if addr = Binding(f); addr == nil {
			return nil
		}
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var only ssa.Value
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr != alloc {
				return nil // the address escapes
			}
			if only != nil && only != r.Val {
				return nil
			}
			only = r.Val
		case *ssa.MakeClosure:
			if storedIn(r, alloc) {
				return nil
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return only
}

// storedIn tells that a closure writes a captured variable.
func storedIn(m *ssa.MakeClosure, alloc *ssa.Alloc) bool {
	fn := m.Fn.(*ssa.Function)
	for i, b := range m.Bindings {
		if b != alloc {
			continue
		}
		for _, r := range *fn.FreeVars[i].Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
			case *ssa.MakeClosure:
				return true // captured once more: not followed
			case *ssa.Store:
				if r.Addr == fn.FreeVars[i] {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// Int gives a value's constant integer.
func Int(v ssa.Value) (int64, bool) {
	c, ok := Origin(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(c.Value)
}

// Bool gives a value's constant truth.
func Bool(v ssa.Value) (value, ok bool) {
	c, ok := Origin(v).(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}

// String gives the text of a value as far as it is constant: constants, their sums, the format of Sprintf, a package variable that is set
// once, a text passed through Rebind.
func String(v ssa.Value) (string, bool) { return stringOf(v, 0) }

func stringOf(v ssa.Value, depth int) (string, bool) {
	if depth > 20 {
		return "", false
	}
	switch v := Origin(v).(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return constant.StringVal(v.Value), true
		}
	case *ssa.BinOp:
		if v.Op != token.ADD {
			return "", false
		}
		left, ok := stringOf(v.X, depth+1)
		right, rok := stringOf(v.Y, depth+1)
		switch {
		case ok && rok:
			return left + right, true
		case ok: // the rest is added at run time
			return left + " %s ", true
		}
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok && v.Op == token.MUL {
			if init := globalInit(g); init != nil {
				return stringOf(init, depth+1)
			}
		}
	case *ssa.Call:
		return stringOfCall(&v.Call, depth)
	}
	return "", false
}

func stringOfCall(c *ssa.CallCommon, depth int) (string, bool) {
	fn := Callee(c)
	args := Args(c)
	if fn == nil || len(args) == 0 {
		return "", false
	}
	if fn.Name() == "Sprintf" && fn.Pkg() != nil && fn.Pkg().Path() == "fmt" {
		return stringOf(args[0], depth+1)
	}
	if fn.Name() == "Rebind" {
		return stringOf(args[len(args)-1], depth+1)
	}
	return "", false
}

// globalInit gives the one value that a package variable of this package ever gets, from its declaration.
func globalInit(g *ssa.Global) ssa.Value {
	if g.Pkg == nil || g.Object() == nil || g.Object().Exported() {
		return nil
	}
	init := g.Pkg.Func("init")
	if init == nil {
		return nil
	}
	var only ssa.Value
	for _, b := range init.Blocks {
		for _, i := range b.Instrs {
			if s, ok := i.(*ssa.Store); ok && s.Addr == g {
				only = s.Val
			}
		}
	}
	return only
}

// Params tells which parameters of its function a value is made from, by index as in ssa.Function.Params.
func Params(v ssa.Value) []int {
	fn := v.Parent()
	if fn == nil {
		return nil
	}
	var out []int
	for p := range Sources(v) {
		for i, q := range fn.Params {
			if p == q {
				out = append(out, i)
			}
		}
	}
	return out
}

// Sources gives every value that a value is made from: operands of arithmetic, conversions and calls, fields, elements and what is stored in them.
func Sources(v ssa.Value) map[ssa.Value]bool {
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > limit {
			return
		}
		seen[v] = true
		if f, ok := v.(*ssa.FreeVar); ok {
			if b := Binding(f); b != nil {
				walk(b)
			}
			return
		}
		if a, ok := v.(*ssa.Alloc); ok {
			for _, s := range stores(a) {
				walk(s)
			}
			return
		}
		instr, ok := v.(ssa.Instruction)
		if !ok {
			return
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				walk(*op)
			}
		}
	}
	walk(v)
	return seen
}

// stores gives what is stored in a local variable, its fields and its elements.
func stores(addr ssa.Value) []ssa.Value {
	refs := addr.Referrers()
	if refs == nil {
		return nil
	}
	var out []ssa.Value
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				out = append(out, r.Val)
			}
		case *ssa.FieldAddr:
			out = append(out, stores(r)...)
		case *ssa.IndexAddr:
			out = append(out, stores(r)...)
		}
	}
	return out
}

// Elements gives the values of a variadic argument's slice literal, nil and false where it was made elsewhere.
func Elements(v ssa.Value) ([]ssa.Value, bool) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil, true
	}
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	alloc, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	array, ok := alloc.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return nil, false
	}
	out := make([]ssa.Value, array.Len())
	for _, r := range *alloc.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		n, ok := Int(ia.Index)
		if !ok || n < 0 || n >= array.Len() {
			return nil, false
		}
		for _, x := range *ia.Referrers() {
			if st, ok := x.(*ssa.Store); ok && st.Addr == ia {
				out[n] = st.Val
			}
		}
	}
	return out, true
}

// ErrorOf gives the error that a call returns, nil where it returns none or the error is not looked at.
func ErrorOf(call ssa.CallInstruction) ssa.Value {
	v := call.Value()
	if v == nil {
		return nil
	}
	if library.IsError(v.Type()) {
		return v
	}
	tuple, ok := v.Type().(*types.Tuple)
	if !ok || tuple.Len() == 0 || !library.IsError(tuple.At(tuple.Len()-1).Type()) {
		return nil
	}
	return ResultOf(v, tuple.Len()-1)
}

// ResultOf gives the extracted result of a call with several, nil where it is not used.
func ResultOf(v ssa.Value, index int) ssa.Value {
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		if e, ok := r.(*ssa.Extract); ok && e.Index == index {
			return e
		}
	}
	return nil
}

// ReturnsError tells that a call's last result is an error.
func ReturnsError(c *ssa.CallCommon) bool {
	results := c.Signature().Results()
	return results.Len() > 0 && library.IsError(results.At(results.Len()-1).Type())
}
