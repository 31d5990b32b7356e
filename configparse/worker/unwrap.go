package worker

import (
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// CommandWords splits the command of a Supervisor program.
func CommandWords(text supervisor.Text) []Word {
	return splitWords(markPlaceholders(text.String, text.Gaps), text.Span)
}

// Unwrap takes the wrappers off a command, whatever it starts. A shell is no wrapper: what it runs is its own business.
func Unwrap(words []Word) (command queue.Command, wrappers []queue.Wrapper) {
	r := &reader{}
	c := bare()
	for len(words) > 0 {
		name := base(words[0].Text)
		if _, known := wrapperOf(name); !known {
			break
		}
		next := r.unwrap(name, words, &c)
		if next == nil {
			break
		}
		words = next
	}
	if len(words) == 0 {
		return queue.Command{}, c.wrappers
	}
	return line(words), c.wrappers
}

// wrapperOf is a wrapper that starts the words behind it.
func wrapperOf(name string) (wrapper, bool) {
	w, known := wrappers[name]
	return w, known && name != "su" && name != "runuser"
}

// Words are those of a command that another reader has split. Where a word stands as it is written, its bytes have places of their own.
func Words(c queue.Command) []Word {
	out := make([]Word, len(c.Words))
	for i, w := range c.Words {
		span, asWritten := w.Span, w.Span.End-w.Span.Start == len(w.Text)
		out[i] = Word{Text: w.Text, Why: w.Why, At: func(start, end int) source.Span {
			if span.File == nil || !asWritten {
				return span
			}
			return span.File.Span(span.Start+start, span.Start+end)
		}}
	}
	return out
}
