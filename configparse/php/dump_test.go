package php

import (
	"fmt"
	"strconv"
	"strings"
)

// dump renders a file as a compact S-expression, for tests.
func dump(f *File) string {
	d := &dumper{}
	d.list(f.Stmts)
	return strings.TrimSpace(d.String())
}

// dumpExpr renders the expression of source text as a statement.
func dumpExpr(code string) string {
	return strings.TrimSuffix(strings.TrimPrefix(dump(Parse([]byte("<?php "+code+";"))), "("), ")")
}

type dumper struct{ strings.Builder }

func (d *dumper) word(s string) {
	if d.Len() > 0 && d.String()[d.Len()-1] != '(' {
		d.WriteByte(' ')
	}
	d.WriteString(s)
}

func (d *dumper) open(head string) { d.word("(" + head) }

func (d *dumper) close() { d.WriteByte(')') }

func (d *dumper) flag(on bool, s string) {
	if on {
		d.word(s)
	}
}

// form writes (head x y z), nil operands as _.
func (d *dumper) form(head string, operands ...Expr) {
	d.open(head)
	for _, e := range operands {
		d.expr(e)
	}
	d.close()
}

func (d *dumper) list(stmts []Stmt) {
	for _, s := range stmts {
		d.stmt(s)
	}
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			fmt.Fprintf(&b, `\x%02x`, c)
		} else {
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func (d *dumper) member(name Ident, dyn Expr, prefix string) {
	if dyn == nil {
		d.word(prefix + name.Name)
		return
	}
	d.word("{")
	d.expr(dyn)
	d.word("}")
}

func (d *dumper) args(a *Args) {
	d.flag(a.FCC, "...")
	for i := range a.List {
		arg := &a.List[i]
		switch {
		case arg.Name != "":
			d.form(arg.Name+":", arg.Value)
		case arg.Spread:
			d.form("...", arg.Value)
		default:
			d.expr(arg.Value)
		}
	}
}

func (d *dumper) items(head string, items []ArrayItem) {
	d.open(head)
	for _, it := range items {
		if it.Value == nil {
			d.word("_")
			continue
		}
		if it.Key != nil {
			d.open("=>")
			d.expr(it.Key)
		}
		switch {
		case it.ByRef:
			d.form("&", it.Value)
		case it.Spread:
			d.form("...", it.Value)
		default:
			d.expr(it.Value)
		}
		if it.Key != nil {
			d.close()
		}
	}
	d.close()
}

func (d *dumper) expr(e Expr) {
	switch e := e.(type) {
	case nil:
		d.word("_")
	case *Var:
		d.word("$" + e.Name)
	case *VarVar:
		d.form("varvar", e.Name)
	case *Name:
		d.word(e.Text)
	case *ConstFetch:
		d.word(e.Name.Text)
	case *Int:
		d.word(strconv.FormatInt(e.Value, 10))
	case *Float:
		d.word(strconv.FormatFloat(e.Value, 'g', -1, 64) + "f")
	case *String:
		d.word(quote(e.Value()))
	case *Interp:
		d.form("interp", e.Parts...)
	case *ShellExec:
		d.form("shell", e.Parts...)
	case *Array:
		d.items("array", e.Items)
	case *List:
		d.items("list", e.Items)
	case *Index:
		d.form("index", e.Base, e.Index)
	case *Binary:
		d.form(e.Op.String(), e.Left, e.Right)
	case *Unary:
		d.form(e.Op.String(), e.X)
	case *Assign:
		head := e.Op.String() + "="
		if e.Ref {
			head = "=&"
		}
		d.form(head, e.Target, e.Value)
	case *Ternary:
		d.form("?", e.Cond, e.Then, e.Else)
	case *Instanceof:
		d.form("instanceof", e.X, e.Class)
	default:
		d.callExpr(e)
	}
}

func (d *dumper) callExpr(e Expr) {
	switch e := e.(type) {
	case *Prop:
		d.open(arrowText(e.Nullsafe))
		d.expr(e.Object)
		d.member(e.Name, e.Dyn, "")
		d.close()
	case *StaticProp:
		d.open("::")
		d.expr(e.Class)
		if e.Dyn != nil {
			d.word("$")
		}
		d.member(e.Name, e.Dyn, "$")
		d.close()
	case *ClassConstFetch:
		d.open("::")
		d.expr(e.Class)
		d.member(e.Name, e.Dyn, "")
		d.close()
	case *Call:
		d.open("call")
		d.expr(e.Func)
		d.args(&e.Args)
		d.close()
	case *MethodCall:
		d.open("call" + arrowText(e.Nullsafe))
		d.expr(e.Object)
		d.member(e.Name, e.Dyn, "")
		d.args(&e.Args)
		d.close()
	case *StaticCall:
		d.open("call::")
		d.expr(e.Class)
		d.member(e.Name, e.Dyn, "")
		d.args(&e.Args)
		d.close()
	case *New:
		d.open("new")
		if e.Anon != nil {
			d.class(e.Anon)
		} else {
			d.expr(e.Class)
		}
		d.args(&e.Args)
		d.close()
	default:
		d.keywordExpr(e)
	}
}

func arrowText(nullsafe bool) string {
	if nullsafe {
		return "?->"
	}
	return "->"
}

var castText = [...]string{"int", "float", "string", "bool", "array", "object", "unset", "void"}

func (d *dumper) keywordExpr(e Expr) {
	switch e := e.(type) {
	case *Cast:
		d.form("cast-"+castText[e.Kind], e.X)
	case *IncDec:
		head := "++"
		if e.Dec {
			head = "--"
		}
		if !e.Prefix {
			head = "post" + head
		}
		d.form(head, e.X)
	case *Isset:
		d.form("isset", e.Vars...)
	case *Empty:
		d.form("empty", e.X)
	case *Clone:
		d.form("clone", e.X)
	case *Print:
		d.form("print", e.X)
	case *Exit:
		d.open("exit")
		d.args(&e.Args)
		d.close()
	case *Include:
		head := "include"
		if e.Require {
			head = "require"
		}
		if e.Once {
			head += "_once"
		}
		d.form(head, e.X)
	case *Throw:
		d.form("throw", e.X)
	case *Yield:
		d.form("yield", e.Key, e.Value)
	case *YieldFrom:
		d.form("yield-from", e.X)
	case *MagicConst:
		d.word("magic" + strconv.Itoa(int(e.Kind)))
	case *ErrorExpr:
		d.word("ERROR")
	default:
		d.funcExpr(e)
	}
}

func (d *dumper) funcExpr(e Expr) {
	switch e := e.(type) {
	case *Closure:
		d.open("function")
		d.attrs(e.Attrs)
		d.flag(e.Static, "static")
		d.flag(e.ByRef, "&")
		d.params(e.Params)
		if len(e.Uses) > 0 {
			d.open("use")
			for _, u := range e.Uses {
				d.flag(u.ByRef, "&")
				d.word("$" + u.Name)
			}
			d.close()
		}
		d.returns(e.Return)
		d.list(e.Body.Stmts)
		d.close()
	case *ArrowFn:
		d.open("fn")
		d.attrs(e.Attrs)
		d.flag(e.Static, "static")
		d.flag(e.ByRef, "&")
		d.params(e.Params)
		d.returns(e.Return)
		d.expr(e.Body)
		d.close()
	case *Match:
		d.open("match")
		d.expr(e.Subject)
		for _, arm := range e.Arms {
			d.open("arm")
			for _, c := range arm.Conds {
				d.expr(c)
			}
			d.word("=>")
			d.expr(arm.Body)
			d.close()
		}
		d.close()
	default:
		panic(fmt.Sprintf("dump does not know %T", e))
	}
}

func (d *dumper) typ(t Type) {
	switch t := t.(type) {
	case *Name:
		d.word(t.Text)
	case *NullableType:
		d.open("nullable")
		d.typ(t.Type)
		d.close()
	case *UnionType:
		d.types("union", t.Types)
	case *IntersectionType:
		d.types("inter", t.Types)
	}
}

func (d *dumper) types(head string, types []Type) {
	d.open(head)
	for _, t := range types {
		d.typ(t)
	}
	d.close()
}

func (d *dumper) returns(t Type) {
	if t != nil {
		d.word(":")
		d.typ(t)
	}
}

func (d *dumper) params(params []*Param) {
	d.open("params")
	for _, p := range params {
		d.open("param")
		d.attrs(p.Attrs)
		d.flags(p.Flags)
		d.typ(p.Type)
		d.flag(p.ByRef, "&")
		d.flag(p.Variadic, "...")
		d.word("$" + p.Name.Name)
		if p.Default != nil {
			d.form("=", p.Default)
		}
		d.hooks(p.Hooks)
		d.close()
	}
	d.close()
}

func (d *dumper) attrs(groups []*AttrGroup) {
	for _, g := range groups {
		d.open("#")
		for _, a := range g.Attrs {
			d.open(a.Name.Text)
			d.args(&a.Args)
			d.close()
		}
		d.close()
	}
}

var flagText = [...]string{
	"public", "protected", "private", "public-set", "protected-set", "private-set", "static", "abstract", "final",
	"readonly", "var",
}

func (d *dumper) flags(f Flags) {
	for i, s := range flagText {
		d.flag(f&(1<<i) != 0, s)
	}
}
