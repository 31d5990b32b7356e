package hcl

import (
	"math/big"
	"strconv"
	"strings"

	library "github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Resolve gives the value of a reference: `var.timeout` is {"var", "timeout"}. Nil where nothing is known of it.
type Resolve func(path []string) *document.Node

// maxEvaluation bounds values within values.
const maxEvaluation = 64

// Node is the attribute's value; nil for a nil attribute.
func (a *Attribute) Node(resolve Resolve) *document.Node {
	if a == nil {
		return nil
	}
	return a.Value.Node(resolve)
}

// Node evaluates the expression: literals, templates, lists, objects, references, whole-number arithmetic and the functions that pass a value
// on. Everything else is not known.
func (x Expression) Node(resolve Resolve) *document.Node {
	if x.tree == nil {
		return &document.Node{}
	}
	e := &evaluator{file: x.file, resolve: resolve}
	return e.node(x.tree, 0)
}

type evaluator struct {
	file    *source.File
	resolve Resolve
}

func (e *evaluator) node(x hclsyntax.Expression, depth int) *document.Node {
	at := span(e.file, x.Range())
	if depth > maxEvaluation {
		return &document.Node{Kind: document.Scalar, Why: "values stand too deep", Span: at}
	}
	switch x := x.(type) {
	case *hclsyntax.LiteralValueExpr:
		return literal(x.Val, at)
	case *hclsyntax.TemplateExpr:
		return e.template(x, at, depth)
	case *hclsyntax.TemplateWrapExpr:
		return e.node(x.Wrapped, depth+1)
	case *hclsyntax.ParenthesesExpr:
		return e.node(x.Expression, depth+1)
	case *hclsyntax.ScopeTraversalExpr:
		return e.reference(x.Traversal, at)
	case *hclsyntax.TupleConsExpr:
		out := &document.Node{Kind: document.Sequence, Span: at}
		for _, item := range x.Exprs {
			out.Items = append(out.Items, e.node(item, depth+1))
		}
		return out
	case *hclsyntax.ObjectConsExpr:
		return e.object(x, at, depth)
	case *hclsyntax.FunctionCallExpr:
		return e.call(x, at, depth)
	case *hclsyntax.BinaryOpExpr:
		return e.arithmetic(x, at, depth)
	}
	return &document.Node{Kind: document.Scalar, Why: "the expression " + short(at.Text()) + " is not followed", Span: at}
}

func short(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

func literal(v cty.Value, at source.Span) *document.Node {
	out := &document.Node{Kind: document.Scalar, Span: at}
	switch {
	case v.IsNull():
		out.Kind = document.Null
	case !v.IsKnown():
		out.Why = "it is not known before it is applied"
	case v.Type() == cty.String:
		out.Text, out.Quoted = v.AsString(), true
	case v.Type() == cty.Number:
		out.Text = v.AsBigFloat().Text('f', -1)
	case v.Type() == cty.Bool:
		out.Text = strconv.FormatBool(v.True())
	default:
		out.Why = "it is no text and no number"
	}
	return out
}

// template joins the parts of a text in quotes or of a here-document. Only a text without parts to fill in has places for its bytes.
func (e *evaluator) template(x *hclsyntax.TemplateExpr, at source.Span, depth int) *document.Node {
	out := &document.Node{Kind: document.Scalar, Quoted: true, Span: at}
	var text strings.Builder
	var from []*queue.Origin
	for _, part := range x.Parts {
		n := e.node(part, depth+1)
		switch {
		case n.Why != "":
			out.Why = n.Why
		case n.Kind != document.Scalar:
			out.Why = "a part of it is no text"
		}
		if n.Origin != nil {
			from = append(from, n.Origin)
		}
		text.WriteString(n.Text)
	}
	out.Text = text.String()
	if len(from) > 0 {
		out.Origin = &queue.Origin{Via: queue.ViaComputed, Span: at, Text: short(at.Text()), From: from[0], Also: from[1:]}
	}
	if at.Text() == `"`+out.Text+`"` {
		out.Bytes = func(start, end int) source.Span { return at.File.Span(at.Start+1+start, at.Start+1+end) }
	}
	return out
}

// reference looks a path up: names, and the keys of indexes. Numbers as indexes choose one of several alike.
func (e *evaluator) reference(t library.Traversal, at source.Span) *document.Node {
	var path []string
	for _, step := range t {
		switch step := step.(type) {
		case library.TraverseRoot:
			path = append(path, step.Name)
		case library.TraverseAttr:
			path = append(path, step.Name)
		case library.TraverseIndex:
			if step.Key.Type() == cty.String {
				path = append(path, step.Key.AsString())
			}
		}
	}
	var n *document.Node
	if e.resolve != nil {
		n = e.resolve(path)
	}
	if n == nil {
		return &document.Node{Kind: document.Scalar, Why: "nothing in the repository says what " + strings.Join(path, ".") + " is", Span: at}
	}
	if n.Kind == document.Scalar {
		there := *n
		there.Span, there.Bytes = at, nil
		if there.Why == "" && there.Ref == "" {
			there.Origin = &queue.Origin{Via: queue.ViaConfig, Span: n.Span, Text: strings.Join(path, "."), From: n.Origin}
		}
		return &there
	}
	return n
}

func (e *evaluator) object(x *hclsyntax.ObjectConsExpr, at source.Span, depth int) *document.Node {
	out := &document.Node{Kind: document.Mapping, Span: at}
	for _, item := range x.Items {
		key := item.KeyExpr
		text := ""
		if k, ok := key.(*hclsyntax.ObjectConsKeyExpr); ok {
			if text = library.ExprAsKeyword(k.Wrapped); text == "" {
				n := e.node(k.Wrapped, depth+1)
				if n.Why != "" {
					out.Why = "a key of it is not known"
					continue
				}
				text = n.Text
			}
		}
		out.Entries = append(out.Entries, &document.Entry{Key: text, Span: span(e.file, key.Range()), Value: e.node(item.ValueExpr, depth+1)})
	}
	return out
}

// passing are the functions whose result is their argument in another form.
var passing = map[string]bool{"jsonencode": true, "tostring": true, "tonumber": true, "tolist": true, "toset": true, "yamlencode": true, "trimspace": true}

func (e *evaluator) call(x *hclsyntax.FunctionCallExpr, at source.Span, depth int) *document.Node {
	if passing[x.Name] && len(x.Args) == 1 {
		return e.node(x.Args[0], depth+1)
	}
	if x.Name == "concat" || x.Name == "flatten" && len(x.Args) == 1 {
		out := &document.Node{Kind: document.Sequence, Span: at}
		for _, a := range x.Args {
			n := e.node(a, depth+1)
			if n.Why != "" || n.Kind != document.Sequence {
				return &document.Node{Kind: document.Scalar, Why: "a part of " + short(at.Text()) + " is not known", Span: at}
			}
			out.Items = append(out.Items, n.Items...)
		}
		return out
	}
	return &document.Node{Kind: document.Scalar, Why: "the function " + x.Name + " is not followed", Span: at}
}

// arithmetic computes with whole numbers.
func (e *evaluator) arithmetic(x *hclsyntax.BinaryOpExpr, at source.Span, depth int) *document.Node {
	l, r := e.node(x.LHS, depth+1), e.node(x.RHS, depth+1)
	out := &document.Node{Kind: document.Scalar, Span: at}
	a, aok := new(big.Int).SetString(l.Text, 10)
	b, bok := new(big.Int).SetString(r.Text, 10)
	const longest = 64 // bits
	switch {
	case l.Why != "":
		out.Why = l.Why
	case r.Why != "":
		out.Why = r.Why
	case !aok || !bok || a.BitLen() > longest || b.BitLen() > longest:
		out.Why = "the expression " + short(at.Text()) + " is not followed"
	case x.Op == hclsyntax.OpAdd:
		out.Text = new(big.Int).Add(a, b).String()
	case x.Op == hclsyntax.OpSubtract:
		out.Text = new(big.Int).Sub(a, b).String()
	case x.Op == hclsyntax.OpMultiply:
		out.Text = new(big.Int).Mul(a, b).String()
	case x.Op == hclsyntax.OpDivide && b.Sign() != 0 && new(big.Int).Rem(a, b).Sign() == 0:
		out.Text = new(big.Int).Quo(a, b).String()
	default:
		out.Why = "the expression " + short(at.Text()) + " is not followed"
	}
	from := &queue.Origin{Via: queue.ViaComputed, Span: at, Text: short(at.Text())}
	for _, n := range []*document.Node{l, r} {
		if n.Origin != nil {
			from.Also = append(from.Also, n.Origin)
		}
	}
	out.Origin = from
	return out
}
