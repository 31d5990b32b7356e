package leaserel

import (
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// redsyncExpiry is a mutex' life without WithExpiry (redsync.go, v4).
const redsyncExpiry = 8 * time.Second

// locks compares the life of locks with the time that the work behind them is given, in what a handler reaches.
func (s *settings) locks() {
	for _, fn := range s.p.Source.Funcs() {
		if s.p.Jobs.ReachedBy(fn) == nil {
			continue
		}
		all := ownCalls(fn)
		for _, lock := range all {
			life, what, ok := lockLife(lock)
			if !ok || prolonged(all) {
				continue
			}
			for _, c := range all {
				if limit, ok := timeoutOf(c); ok && limit > life && flow.Dominates(lock, c) && flow.ReachesAvoiding(lock, c, releases) {
					s.p.AtCall(diag.Warning, lock, "%s holds for %s, but the work behind it may take %s (line %d): another run gets the lock meanwhile", what, life, limit, s.p.Line(c.Pos()))
					break
				}
			}
		}
	}
}

func ownCalls(fn *ssa.Function) []ssa.CallInstruction {
	var out []ssa.CallInstruction
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			if call, ok := i.(ssa.CallInstruction); ok {
				out = append(out, call)
			}
		}
	}
	return out
}

// lockLife gives how long a lock holds that a call takes: redsync's, or a key of Redis that says in its text that it is one.
func lockLife(call ssa.CallInstruction) (life time.Duration, what string, ok bool) {
	fn := flow.Callee(call.Common())
	if fn == nil {
		return 0, "", false
	}
	id, _ := library.OfPackage(fn.Pkg())
	switch {
	case id == library.Redsync && (strings.HasPrefix(fn.Name(), "Lock") || strings.HasPrefix(fn.Name(), "TryLock")):
		made, ok := flow.Origin(flow.Receiver(call.Common())).(*ssa.Call)
		if !ok {
			return 0, "", false
		}
		life, ok = expiry(made)
		return life, "the lock", ok
	case id == library.Redis && fn.Name() == "SetNX":
		args := flow.Args(call.Common())
		if len(args) < 4 || !namesLock(args[1]) {
			return 0, "", false
		}
		n, ok := flow.Int(args[3])
		return time.Duration(n), "the lock", ok && n > 0
	}
	return 0, "", false
}

// expiry reads the options of redsync's NewMutex.
func expiry(made *ssa.Call) (time.Duration, bool) {
	fn := flow.Callee(&made.Call)
	args := flow.Args(&made.Call)
	if fn == nil || fn.Name() != "NewMutex" || len(args) != 2 {
		return 0, false
	}
	options, ok := flow.Elements(args[1])
	if !ok {
		return 0, false
	}
	life := redsyncExpiry
	for _, o := range options {
		c, ok := flow.Origin(o).(*ssa.Call)
		if !ok || flow.Callee(&c.Call) == nil {
			return 0, false
		}
		if flow.Callee(&c.Call).Name() == "WithExpiry" {
			n, ok := flow.Int(flow.Args(&c.Call)[0])
			if !ok || n <= 0 {
				return 0, false
			}
			life = time.Duration(n)
		}
	}
	return life, true
}

// namesLock tells a key whose text says that it locks.
func namesLock(key ssa.Value) bool {
	for v := range flow.Sources(key) {
		if text, ok := flow.String(v); ok {
			text = strings.ToLower(text)
			if strings.Contains(text, "lock") || strings.Contains(text, "mutex") {
				return true
			}
		}
	}
	return false
}

// prolonged tells a function that makes a lock last longer, or hands one on.
func prolonged(all []ssa.CallInstruction) bool {
	for _, c := range all {
		fn := flow.Callee(c.Common())
		if fn != nil && (strings.HasPrefix(fn.Name(), "Extend") || strings.HasPrefix(fn.Name(), "Expire") || strings.HasPrefix(fn.Name(), "PExpire")) {
			return true
		}
		if _, spawned := c.(*ssa.Go); spawned {
			return true // may do so
		}
		for _, v := range flow.Args(c.Common()) {
			if library.Is(v.Type(), library.Redsync, "Mutex") {
				return true
			}
		}
	}
	return false
}

// releases tells a call that gives a lock up, unless it is deferred.
func releases(i ssa.Instruction) bool {
	call, ok := i.(*ssa.Call)
	if !ok {
		return false
	}
	fn := flow.Callee(&call.Call)
	if fn == nil {
		return false
	}
	id, _ := library.OfPackage(fn.Pkg())
	return id == library.Redsync && strings.HasPrefix(fn.Name(), "Unlock") || id == library.Redis && (fn.Name() == "Del" || strings.HasPrefix(fn.Name(), "Eval"))
}

// timeoutOf gives the constant time of context.WithTimeout.
func timeoutOf(call ssa.CallInstruction) (time.Duration, bool) {
	fn := flow.Callee(call.Common())
	if fn == nil || fn.Pkg().Path() != "context" || fn.Name() != "WithTimeout" {
		return 0, false
	}
	n, ok := flow.Int(flow.Args(call.Common())[1])
	return time.Duration(n), ok
}
