package pm2

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/jsobject"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// command puts interpreter, script and arguments together.
func command(n *jsobject.Node) []queue.Word {
	script := n.Get("script")
	for _, alias := range []string{"exec", "cmd"} {
		if script == nil {
			script = n.Get(alias)
		}
	}
	var out []queue.Word
	interpreter := n.Get("interpreter")
	if interpreter == nil {
		interpreter = n.Get("exec_interpreter")
	}
	runs := interpreter != nil && interpreter.Text != "none"
	if !runs && script.Kind == jsobject.String && strings.ContainsAny(script.Text, " \t") {
		// PM2 gives a command line to bash.
		bash := queue.Word{Text: "bash", Span: script.Inner}
		return []queue.Word{bash, {Text: "-c", Span: script.Inner}, one(script)}
	}
	if runs {
		out = append(out, one(interpreter))
		for _, key := range []string{"interpreter_args", "interpreterArgs", "node_args"} {
			out = append(out, words(n.Get(key))...)
		}
	}
	out = append(out, one(script))
	return append(out, words(n.Get("args"))...)
}

// one is a value as a single word.
func one(n *jsobject.Node) queue.Word {
	if n.Kind == jsobject.String {
		return queue.Word{Text: n.Text, Span: n.Inner}
	}
	if n.Kind == jsobject.Number {
		return queue.Word{Text: n.Text, Span: n.Span}
	}
	return queue.Word{Text: n.Text, Span: n.Span, Why: "it is no literal"}
}

// words are those of a list, or of a text that is split at blanks.
func words(n *jsobject.Node) []queue.Word {
	if n == nil || n.Kind == jsobject.Null {
		return nil
	}
	var out []queue.Word
	if n.Kind == jsobject.Array {
		for _, item := range n.Items {
			out = append(out, one(item))
		}
		if n.Open {
			out = append(out, queue.Word{Text: "…", Span: n.Span, Why: "the list may hold more than is seen"})
		}
		return out
	}
	if n.Kind != jsobject.String {
		return []queue.Word{one(n)}
	}
	split, _ := shlex.Split(n.Text)
	asWritten := n.Inner.End-n.Inner.Start == len(n.Text)
	for _, w := range split {
		span := n.Inner
		if asWritten {
			span = n.Inner.File.Span(n.Inner.Start+w.Start, n.Inner.Start+w.End)
		}
		out = append(out, queue.Word{Text: w.Text, Span: span})
	}
	return out
}

// line is the command of some words.
func line(words []queue.Word) queue.Command {
	out := queue.Command{Words: words, Span: words[0].Span}
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
		out.Span = cover(out.Span, w.Span)
	}
	out.Text = strings.Join(texts, " ")
	return out
}

func cover(a, b source.Span) source.Span {
	if a.File != b.File {
		return a
	}
	return source.Span{File: a.File, Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}
