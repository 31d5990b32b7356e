package worker

import (
	"mvdan.cc/sh/v3/syntax"

	"github.com/qlint-dev/qlint/internal/source"
)

// variablesOf reads what a script does to its variables.
func variablesOf(file *syntax.File, at Place, o Options) *variables {
	v := &variables{given: o.Variable, assigned: map[string][]assignment{}, at: at}
	a := &assigner{variables: v, script: o.Script}
	a.stmts(file.Stmts)
	return v
}

// assigner collects the places where a script sets variables.
type assigner struct {
	*variables
	script func(path string) *source.File
	depth  int // of scripts that are read by scripts
}

func (a *assigner) add(name string, one assignment) { a.assigned[name] = append(a.assigned[name], one) }

// stmts are lines that surely run, one after the other.
func (a *assigner) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		switch cmd := s.Cmd.(type) {
		case *syntax.Block:
			if !s.Background {
				a.stmts(cmd.Stmts)
				continue
			}
		case *syntax.CallExpr:
			if !s.Background && a.call(cmd) {
				continue
			}
		case *syntax.DeclClause:
			if !s.Background && (cmd.Variant.Value == "export" || cmd.Variant.Value == "readonly") {
				for _, one := range cmd.Args {
					a.set(one, true)
				}
				continue
			}
		}
		a.maybe(s)
	}
}

// call reads `x=1`, and `: "${x:=1}"`; false for anything else.
func (a *assigner) call(cmd *syntax.CallExpr) bool {
	if len(cmd.Args) == 0 {
		for _, one := range cmd.Assigns {
			a.set(one, true)
		}
		return true
	}
	if cmd.Args[0].Lit() != ":" {
		return false
	}
	for _, arg := range cmd.Args[1:] {
		p := onlyParameter(arg)
		if p == nil || p.Param == nil || p.Exp == nil || p.Exp.Op != syntax.AssignUnset && p.Exp.Op != syntax.AssignUnsetOrNull {
			a.maybe(arg)
			continue
		}
		a.add(p.Param.Value, assignment{at: p.Pos().Offset(), byDefault: p})
	}
	return true
}

// onlyParameter is the parameter that a word consists of, in double quotes or without; nil for any other word.
func onlyParameter(w *syntax.Word) *syntax.ParamExp {
	if len(w.Parts) != 1 {
		return nil
	}
	part := w.Parts[0]
	if quoted, ok := part.(*syntax.DblQuoted); ok && len(quoted.Parts) == 1 {
		part = quoted.Parts[0]
	}
	p, _ := part.(*syntax.ParamExp)
	return p
}

func (a *assigner) set(one *syntax.Assign, sure bool) {
	switch {
	case one.Name == nil: // export $(…)
		a.open = true
	case one.Append || one.Index != nil || one.Array != nil:
		a.add(one.Name.Value, assignment{at: one.Pos().Offset()})
	case one.Naked:
	case sure && one.Value == nil: // x=
		a.add(one.Name.Value, assignment{at: one.Pos().Offset(), end: one.End().Offset(), value: &syntax.Word{}})
	default:
		value := one.Value
		if !sure {
			value = nil
		}
		a.add(one.Name.Value, assignment{at: one.Pos().Offset(), end: one.End().Offset(), value: value})
	}
}

// maybe collects what is set within a part of the script that may not be run, or more than once.
func (a *assigner) maybe(part syntax.Node) {
	syntax.Walk(part, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Assign:
			a.set(n, false)
		case *syntax.WordIter:
			a.lose(n.Name)
		case *syntax.ParamExp:
			if n.Param != nil && n.Exp != nil && (n.Exp.Op == syntax.AssignUnset || n.Exp.Op == syntax.AssignUnsetOrNull) {
				a.lose(n.Param)
			}
		case *syntax.BinaryArithm:
			a.arithmetic(n.X)
		case *syntax.UnaryArithm:
			a.arithmetic(n.X)
		case *syntax.CallExpr:
			a.builtin(n)
		}
		return true
	})
}

func (a *assigner) lose(name *syntax.Lit) {
	if name != nil {
		a.add(name.Value, assignment{at: name.Pos().Offset()})
	}
}

// arithmetic is what an operator of (( )) may set.
func (a *assigner) arithmetic(x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && shellName.MatchString(w.Lit()) {
		a.add(w.Lit(), assignment{at: w.Pos().Offset()})
	}
}

// builtin is a command of the shell that sets variables.
func (a *assigner) builtin(cmd *syntax.CallExpr) {
	if len(cmd.Args) == 0 {
		return
	}
	switch name := cmd.Args[0].Lit(); name {
	case "eval":
		a.open = true
	case ".", "source":
		a.sourced(cmd.Args[1:])
	case "read", "unset", "getopts", "mapfile", "readarray", "printf", "let":
		if name == "printf" && (len(cmd.Args) < 3 || cmd.Args[1].Lit() != "-v") {
			return
		}
		for _, arg := range cmd.Args[1:] {
			if text := arg.Lit(); shellName.MatchString(text) {
				a.add(text, assignment{at: arg.Pos().Offset()})
			} else if text == "" && name != "printf" {
				a.open = true // whatever the word names
			}
		}
	}
}

// sourced reads the names that a script of the repository sets, where it stands in for `. file`.
func (a *assigner) sourced(args []*syntax.Word) {
	if len(args) == 0 {
		return
	}
	a.now = args[0].Pos().Offset()
	name, known := a.plain(args[0])
	if !known || a.script == nil || a.depth >= maxCalls {
		a.open = true
		return
	}
	file := a.script(name)
	if file == nil {
		a.open = true
		return
	}
	parsed, err := parseShell(string(file.Data))
	if err != nil {
		a.open = true
		return
	}
	inner := &assigner{variables: &variables{assigned: map[string][]assignment{}}, script: a.script, depth: a.depth + 1}
	for _, s := range parsed.Stmts {
		inner.maybe(s)
	}
	a.open = a.open || inner.open
	for name := range inner.assigned {
		a.add(name, assignment{at: a.now})
	}
}
