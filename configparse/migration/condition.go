package migration

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// The answers to a condition.
const (
	maybe = queue.Maybe
	yes   = queue.Yes
	no    = queue.No
)

// condition judges what a migration asks of the schema as it stands, and what is known without a database.
func (b *builder) condition(e php.Expr) queue.Verdict {
	switch e := e.(type) {
	case *php.Unary:
		if e.Op == php.OpNot {
			return not(b.condition(e.X))
		}
	case *php.Binary:
		switch e.Op {
		case php.OpBoolAnd, php.OpLogicalAnd:
			return not(either(not(b.condition(e.Left)), not(b.condition(e.Right))))
		case php.OpBoolOr, php.OpLogicalOr:
			return either(b.condition(e.Left), b.condition(e.Right))
		}
	case *php.StaticCall:
		if b.isSchema(e.Class) {
			return b.asks(e.Name.Name, e.Args.List)
		}
	case *php.MethodCall:
		if b.isBuilder(e.Object) {
			return b.asks(e.Name.Name, e.Args.List)
		}
	}
	if v := b.eval(e); v.Kind == phpeval.Bool {
		if v.Bool {
			return yes
		}
		return no
	}
	return maybe
}

func not(v queue.Verdict) queue.Verdict {
	switch v {
	case yes:
		return no
	case no:
		return yes
	}
	return maybe
}

func either(x, y queue.Verdict) queue.Verdict {
	switch {
	case x == yes || y == yes:
		return yes
	case x == no && y == no:
		return no
	}
	return maybe
}

// asks answers hasTable, hasColumn and hasColumns. A table that no migration made is not there: a migration that asks is about to make it.
func (b *builder) asks(method string, args []php.Arg) queue.Verdict {
	if len(args) == 0 {
		return maybe
	}
	name, ok := b.text(args[0].Value)
	if !ok {
		return maybe
	}
	t := b.tables[strings.ToLower(name)]
	switch strings.ToLower(method) {
	case "hastable":
		switch {
		case t == nil:
			return no
		case t.Maybe == "":
			return yes
		}
	case "hascolumn", "hascolumns":
		if len(args) > 1 {
			return b.asksColumns(t, args[1].Value)
		}
	}
	return maybe
}

func (b *builder) asksColumns(t *queue.Table, e php.Expr) queue.Verdict {
	columns, ok := b.texts(e)
	if !ok || t == nil {
		return maybe
	}
	answer := yes
	for _, c := range columns {
		switch {
		case t.Column(c) != nil:
		case t.Open != "" || t.Maybe != "":
			answer = maybe
		default:
			return no
		}
	}
	return answer
}
