package phpeval

import "github.com/qlint-dev/qlint/configparse/php"

// targets calls visit for everything that code may assign: targets of =, ++, foreach, unset, references, and arguments, which may
// be taken by reference unless byValue knows the function.
func targets(code php.Node, byValue func(*php.Name) bool, visit func(php.Expr)) {
	php.Walk(code, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Assign:
			destructured(n.Target, visit)
			if n.Ref {
				visit(n.Value)
			}
		case *php.IncDec:
			visit(n.X)
		case *php.Foreach:
			destructured(n.Value, visit)
			if n.Key != nil {
				visit(n.Key)
			}
			if n.ByRef {
				visit(n.X)
			}
		case *php.Unset:
			for _, x := range n.Vars {
				visit(x)
			}
		case *php.ArrayItem:
			if n.ByRef {
				visit(n.Value)
			}
		case *php.Call:
			if name, ok := n.Func.(*php.Name); !ok || !byValue(name) {
				arguments(&n.Args, visit)
			}
		case *php.MethodCall:
			arguments(&n.Args, visit)
		case *php.StaticCall:
			arguments(&n.Args, visit)
		case *php.New:
			arguments(&n.Args, visit)
		}
		return true
	})
}

func arguments(args *php.Args, visit func(php.Expr)) {
	for i := range args.List {
		switch args.List[i].Value.(type) {
		case *php.Var, *php.Index, *php.Prop, *php.StaticProp:
			visit(args.List[i].Value)
		}
	}
}

func destructured(target php.Expr, visit func(php.Expr)) {
	var items []php.ArrayItem
	switch t := target.(type) {
	case *php.List:
		items = t.Items
	case *php.Array:
		items = t.Items
	default:
		visit(target)
		return
	}
	for i := range items {
		if items[i].Value != nil {
			destructured(items[i].Value, visit)
		}
	}
}

// effects makes unknown what a piece of code that is not followed may change.
func (f *frame) effects(code php.Node) { f.unfollowed(code, "qlint does not follow what changes it") }

// unfollowed is effects with the reason. Returns within the code may have been taken.
func (f *frame) unfollowed(code php.Node, why string) {
	f.work(size(code))
	targets(code, f.w.byValue, func(e php.Expr) { f.drop(e, why) })
	php.Walk(code, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.Closure:
			for _, use := range n.Uses {
				if use.ByRef {
					f.shareName(use.Name)
				}
			}
			return false
		case *php.ArrowFn, *php.Function, *php.Class:
			return false
		case *php.Return:
			f.returns = append(f.returns, unknown(why, f.computed(n)))
		case *php.Assign:
			if n.Ref {
				f.share(n.Target)
				f.share(n.Value)
			}
		case *php.Foreach:
			if n.ByRef {
				f.share(n.Value)
				f.share(n.X)
			}
		case *php.Global:
			for _, v := range n.Vars {
				f.share(v)
			}
		case *php.StaticVars:
			for i := range n.Vars {
				f.shareName(n.Vars[i].Name)
			}
		case *php.Catch:
			if n.Var != "" {
				f.vars[n.Var] = unknown(why, nil)
			}
		case *php.VarVar, *php.Include:
			f.lose(why)
		case *php.Call:
			if name, ok := n.Func.(*php.Name); ok && touchesScope(name) {
				f.lose(why)
			}
		}
		return true
	})
}

func size(n php.Node) int {
	start, end := n.Span()
	return end - start
}

// touchesScope names functions that set variables of their caller.
func touchesScope(name *php.Name) bool {
	switch foldName(name.Text) {
	case "extract", "parse_str", "eval":
		return true
	}
	return false
}

// drop makes the variable behind an assignable expression unknown.
func (f *frame) drop(e php.Expr, why string) {
	for {
		switch t := e.(type) {
		case *php.Var:
			if t.Name != "this" {
				f.vars[t.Name] = unknown("$"+t.Name+" is not known: "+why, nil)
			}
			return
		case *php.Index:
			e = t.Base
		case *php.VarVar:
			f.lose(why)
			return
		default:
			return
		}
	}
}

// lose makes all variables unknown.
func (f *frame) lose(why string) {
	clear(f.vars)
	f.opened = why
}

// share notes that a reference ties a variable to something else: from here on it may change without being named.
func (f *frame) share(e php.Expr) {
	for {
		switch t := e.(type) {
		case *php.Var:
			f.shareName(t.Name)
			return
		case *php.Index:
			e = t.Base
		case *php.List, *php.Array:
			destructured(t, f.share)
			return
		case *php.VarVar:
			f.lose("a variable variable is tied by reference")
			return
		default:
			return
		}
	}
}

func (f *frame) shareName(name string) {
	if f.shared == nil {
		f.shared = map[string]bool{}
	}
	f.shared[name] = true
}
