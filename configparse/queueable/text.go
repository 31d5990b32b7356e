package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// maxExcerpt is the length from which source text is cut in a reader's words.
const maxExcerpt = 60

// excerpt is a node's source text on one line.
func excerpt(u *phpeval.Unit, n php.Node) string {
	start, end := n.Span()
	text := strings.Join(strings.Fields(u.Tree.Text[start:end]), " ")
	if len(text) <= maxExcerpt {
		return text
	}
	cut := maxExcerpt
	for cut > 0 && text[cut]&0xC0 == 0x80 {
		cut--
	}
	return text[:cut] + " …"
}

// step is the origin of a value at a place, over what the value itself was made from. A literal needs no step of its own.
func step(via queue.Via, u *phpeval.Unit, at php.Node, text string, v phpeval.Value) *queue.Origin {
	o := &queue.Origin{Via: via, Span: u.Span(at), Text: text}
	switch from := v.Origin; {
	case from == nil, from.Via == queue.ViaLiteral && from.Span == o.Span:
	case from.Via == queue.ViaComputed && from.Span == o.Span:
		o.From, o.Also = from.From, from.Also
	default:
		o.From = from
	}
	return o
}

// reorigin gives a value, or every alternative of it, another origin.
func reorigin(v phpeval.Value, wrap func(phpeval.Value) *queue.Origin) phpeval.Value {
	if v.Kind == phpeval.OneOf {
		some := make([]phpeval.Value, len(v.Some))
		for i, one := range v.Some {
			some[i] = one.WithOrigin(wrap(one))
		}
		v.Some = some
	}
	return v.WithOrigin(wrap(v))
}

func unknown(why string, from *queue.Origin) phpeval.Value {
	return phpeval.Value{Why: why, Origin: from}
}

func null() phpeval.Value { return phpeval.Value{Kind: phpeval.Null} }
