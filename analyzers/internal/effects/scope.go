package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// scopeOf tells what a handle is: a pool, a transaction, or whatever the caller gave.
func scopeOf(v ssa.Value) (Scope, int) { return scopeAt(v, 0) }

func scopeAt(v ssa.Value, depth int) (Scope, int) {
	if v == nil || depth > 30 {
		return UnknownScope, 0
	}
	if s := scopeOfType(v.Type()); s != UnknownScope {
		return s, 0
	}
	v = flow.Origin(v)
	if s := scopeOfType(v.Type()); s != UnknownScope {
		return s, 0
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		if tx := closureOfTransaction(v); tx {
			return Tx, 0
		}
		if v.Parent().Parent() != nil {
			return UnknownScope, 0
		}
		return FromParam, paramIndex(v)
	case *ssa.Call:
		return scopeOfCall(v, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok {
			return scopeOfCall(c, depth)
		}
	case *ssa.UnOp:
		return scopeOfField(v.X, depth)
	case *ssa.FieldAddr:
		return scopeOfField(v, depth)
	case *ssa.Field:
		return scopeAt(v.X, depth+1)
	}
	return UnknownScope, 0
}

// scopeOfField judges a field by the value that holds it: a store's handle is what the store was made with.
func scopeOfField(addr ssa.Value, depth int) (Scope, int) {
	switch addr := addr.(type) {
	case *ssa.FieldAddr:
		return scopeAt(addr.X, depth+1)
	case *ssa.Global:
		if library.Is(addr.Type().(*types.Pointer).Elem(), library.Gorm, "DB") {
			return Pool, 0 // a package variable outlives any transaction
		}
	}
	return UnknownScope, 0
}

func paramIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if p == q {
			return i
		}
	}
	return 0
}

// scopeOfType tells the handle types that say it themselves.
func scopeOfType(t types.Type) Scope {
	id, _, name := library.Type(t)
	switch id {
	case library.SQL, library.SQLX, library.PGX, library.Bun:
		switch name {
		case "DB", "Pool":
			return Pool
		case "Conn", "PoolConn":
			return Conn
		case "Tx":
			return Tx
		}
	case library.Gue:
		if name == "Tx" {
			return Tx
		}
	case library.Goqu:
		switch name {
		case "Database":
			return Pool
		case "TxDatabase":
			return Tx
		}
	case "":
		if name == "Tx" && isEntPackage(library.Named(t).Obj().Pkg()) {
			return Tx
		}
	}
	return UnknownScope
}

// scopeOfCall judges a handle that a call made: Begin gives a transaction, a constructor what it was given, a chain what it began with.
func scopeOfCall(call *ssa.Call, depth int) (Scope, int) {
	c := &call.Call
	fn := flow.Callee(c)
	if fn != nil && isLibrary(fn, library.Gorm) {
		switch fn.Name() {
		case "Begin", "BeginTx":
			return Tx, 0
		case "Open":
			return Pool, 0
		}
	}
	if fn != nil && isLibrary(fn, library.Gorm, library.Bun, library.Goqu, library.Squirrel, library.SQLX) || fn != nil && isEntPackage(fn.Pkg()) {
		if r := flow.Receiver(c); r != nil {
			return scopeAt(r, depth+1)
		}
	}
	for _, v := range flow.Args(c) {
		if s, p := scopeAt(v, depth+1); s == Tx || s == Pool && isHandle(v.Type()) {
			return s, p
		}
	}
	return UnknownScope, 0
}

func isHandle(t types.Type) bool {
	return scopeOfType(t) != UnknownScope || library.Is(t, library.Gorm, "DB")
}

// closureOfTransaction tells a parameter through which a function literal gets its transaction: db.Transaction(func(tx *gorm.DB) error).
func closureOfTransaction(p *ssa.Parameter) bool {
	fn := p.Parent()
	for _, c := range closureCalls(fn) {
		if runsTransaction(c, fn) {
			return true
		}
	}
	return false
}

// closureCalls gives the calls that a function literal, or a function's value, is given to within its parent.
func closureCalls(fn *ssa.Function) []*ssa.CallCommon {
	if fn.Parent() == nil {
		return nil
	}
	var out []*ssa.CallCommon
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			call, ok := i.(ssa.CallInstruction)
			if !ok {
				continue
			}
			for _, v := range call.Common().Args {
				if functionOf(v) == fn {
					out = append(out, call.Common())
				}
			}
		}
	}
	return out
}

// functionOf gives the function that a value is: a literal, a closure, a named function.
func functionOf(v ssa.Value) *ssa.Function {
	switch v := flow.Origin(v).(type) {
	case *ssa.MakeClosure:
		fn, _ := v.Fn.(*ssa.Function)
		return fn
	case *ssa.Function:
		return v
	}
	return nil
}

// runsTransaction tells a call that runs a function inside a transaction which it begins and ends: by the libraries' names, or because the
// function takes a transaction of a type that says so.
func runsTransaction(c *ssa.CallCommon, given *ssa.Function) bool {
	fn := flow.Callee(c)
	if fn != nil {
		id, _ := library.OfPackage(fn.Pkg())
		switch id {
		case library.Gorm:
			return fn.Name() == "Transaction"
		case library.Bun:
			return fn.Name() == "RunInTx"
		case library.PGX:
			return strings.HasPrefix(fn.Name(), "Begin")
		case library.Mongo:
			return fn.Name() == "WithTransaction" || fn.Name() == "UseSession"
		}
	}
	for _, p := range given.Params {
		if scopeOfType(p.Type()) == Tx {
			return true
		}
	}
	return false
}

// InTransaction tells that a function's body is run inside a transaction: it is a literal given to a call that runs it so.
func InTransaction(fn *ssa.Function) (*ssa.CallCommon, bool) {
	for _, c := range closureCalls(fn) {
		if runsTransaction(c, fn) {
			return c, true
		}
	}
	return nil, false
}
