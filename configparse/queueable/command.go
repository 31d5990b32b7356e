package queueable

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// frameworkCommands are classes of commands that a schedule may name, folded, with the commands' names.
var frameworkCommands = map[string]string{
	`illuminate\queue\console\workcommand`: "queue:work", `illuminate\queue\console\prunefailedjobscommand`: "queue:prune-failed",
	`illuminate\queue\console\prunebatchescommand`: "queue:prune-batches", `illuminate\queue\console\monitorcommand`: "queue:monitor",
	`illuminate\queue\console\restartcommand`: "queue:restart", `illuminate\queue\console\flushfailedcommand`: "queue:flush",
	`laravel\horizon\console\snapshotcommand`: "horizon:snapshot",
}

// command fills in what a task runs: a text, and the arguments of an array behind it as the given function writes them.
func (t *task) command(task *queue.Task, w *phpeval.World, write func(key phpeval.Key, value phpeval.Value) []string) {
	if len(t.args.List) == 0 || t.args.List[0].Spread {
		return
	}
	e := t.args.List[0].Value
	task.Words = t.words(e, w)
	if len(task.Words) == 0 {
		task.Command = queue.NotKnown[string]("the command is not known", nil)
		return
	}
	for _, s := range t.strings(e) {
		task.Texts = append(task.Texts, t.in.unit.Span(s))
	}
	if len(t.args.List) > 1 {
		task.Words = append(task.Words, t.arguments(t.args.List[1].Value, w, write)...)
	}
	var text []string
	why := ""
	for _, word := range task.Words {
		text = append(text, word.Text)
		if why == "" {
			why = word.Why
		}
	}
	origin := &queue.Origin{Via: queue.ViaLiteral, Span: t.in.unit.Span(e), Text: strings.Join(text, " ")}
	if task.Words[0].Why != "" {
		task.Command = queue.NotKnown[string](task.Words[0].Why, origin)
		return
	}
	task.Command = queue.Is(task.Words[0].Text, origin)
}

// strings are the literal texts of a command.
func (t *task) strings(e php.Expr) []php.Node {
	var out []php.Node
	php.Walk(e, func(n php.Node) bool {
		switch n.(type) {
		case *php.String, *php.Interp:
			out = append(out, n)
			return false
		}
		return true
	})
	return out
}

// words splits the text of a command.
func (t *task) words(e php.Expr, w *phpeval.World) []queue.Word {
	at := t.in.unit.Span(e)
	if literal, ok := e.(*php.String); ok && literal.Value() == literal.Raw {
		return splitAt(literal.Raw, func(start, end int) source.Span {
			from := at.Start + strings.Index(at.Text(), literal.Raw)
			return source.Span{File: at.File, Start: from + start, End: from + end}
		})
	}
	v := t.in.evaluate(w, e, 0)
	whole := func(int, int) source.Span { return at }
	if v.Kind == phpeval.String {
		if name := frameworkCommands[fold(v.Str)]; name != "" {
			return []queue.Word{{Text: name, Span: at}}
		}
		if i := strings.LastIndexByte(v.Str, '\\'); i >= 0 && !strings.Contains(v.Str, " ") {
			return []queue.Word{{Text: v.Str[i+1:], Span: at}} // a class, whose command has another name
		}
		return splitAt(v.Str, whole)
	}
	text, known := t.pieces(e, w)
	if !known {
		return nil
	}
	return splitAt(text, whole)
}

// pieces is the text of an interpolated or concatenated command with a variable's sign for each part that is not known; known is false where
// no part is.
func (t *task) pieces(e php.Expr, w *phpeval.World) (text string, known bool) {
	parts := []php.Expr{e}
	switch e := e.(type) {
	case *php.Interp:
		parts = e.Parts
	case *php.Binary:
		if e.Op == php.OpConcat {
			parts = []php.Expr{e.Left, e.Right}
		}
	}
	if len(parts) == 1 && parts[0] == e {
		v := t.in.evaluate(w, e, 0)
		if s, ok := v.AsString().Get(); ok {
			return s, true
		}
		return "$unknown", false
	}
	var b strings.Builder
	for _, p := range parts {
		s, ok := t.pieces(p, w)
		b.WriteString(s)
		known = known || ok
	}
	return b.String(), known
}

func splitAt(text string, at func(start, end int) source.Span) []queue.Word {
	split, err := shlex.Split(text)
	if err != nil {
		return nil
	}
	words := make([]queue.Word, len(split))
	for i, s := range split {
		words[i] = queue.Word{Text: s.Text, Span: at(s.Start, s.End)}
		if strings.Contains(s.Text, "$unknown") {
			words[i].Why = "a part of it is not known"
		}
	}
	return words
}

// arguments are the words of an array of arguments; one that is not known where the array is not.
func (t *task) arguments(e php.Expr, w *phpeval.World, write func(key phpeval.Key, value phpeval.Value) []string) []queue.Word {
	at := t.in.unit.Span(e)
	v := t.array(e, w)
	if v.Kind != phpeval.Array {
		return []queue.Word{{Text: "$arguments", Span: at, Why: "the arguments are not known"}}
	}
	var out []queue.Word
	for _, entry := range v.Array.Entries {
		span := entry.Value.Origin.Place()
		if span.IsZero() {
			span = at
		}
		if entry.Value.Kind == phpeval.Unknown || entry.Value.Kind == phpeval.OneOf {
			text := "$unknown"
			if key := entry.Key.String(); strings.HasPrefix(key, "-") {
				text = key + "=" + text
			}
			out = append(out, queue.Word{Text: text, Span: span, Why: "the argument is not known"})
			continue
		}
		for _, text := range write(entry.Key, entry.Value) {
			out = append(out, queue.Word{Text: text, Span: span})
		}
	}
	if v.Array.Open != "" {
		out = append(out, queue.Word{Text: "$arguments", Span: at, Why: "there may be more arguments"})
	}
	return out
}

// array evaluates an array of arguments; of a local one whose elements are changed after it was assigned, those elements are not known.
func (t *task) array(e php.Expr, w *phpeval.World) phpeval.Value {
	v, ok := e.(*php.Var)
	if !ok {
		return t.in.evaluate(w, e, 0)
	}
	values, in, known := t.in.variable(v.Name)
	if !known || len(values) == 0 || values[0].conditional {
		return phpeval.Value{Why: "it is a variable"}
	}
	base := in.evaluate(w, values[0].value, 1)
	if base.Kind != phpeval.Array {
		return base
	}
	changed := &phpeval.ArrayValue{Open: base.Array.Open, Entries: append([]phpeval.Entry{}, base.Array.Entries...)}
	for _, a := range values[1:] {
		if !a.appended {
			return phpeval.Value{Why: "the variable has several values"}
		}
		key, named := a.index.(*php.String)
		if !named {
			changed.Open = "elements are added to it"
			continue
		}
		lost := phpeval.Value{Why: "it is changed after it was assigned"}
		found := false
		for i := range changed.Entries {
			if changed.Entries[i].Key.String() == key.Value() {
				changed.Entries[i].Value, found = lost, true
			}
		}
		if !found {
			changed.Entries = append(changed.Entries, phpeval.Entry{Key: phpeval.StringKey(key.Value()), Value: lost})
		}
	}
	base.Array = changed
	return base
}

// shellArgument is an element of a scheduled command's arguments as Laravel writes it into the command line
// (Console/Scheduling/Schedule.php, compileParameters).
func shellArgument(key phpeval.Key, value phpeval.Value) []string {
	name := key.String()
	if _, err := strconv.Atoi(name); err == nil {
		return texts(value)
	}
	var out []string
	for _, text := range texts(value) {
		out = append(out, name+"="+text)
	}
	return out
}

// inputArgument is an element of the arguments that are handed to artisan as an array (Symfony: Console/Input/ArrayInput.php): an option
// without a value is true, one that is false or null is not given, and any other name is an argument's.
func inputArgument(key phpeval.Key, value phpeval.Value) []string {
	name := key.String()
	switch {
	case value.Kind == phpeval.Null, value.Kind == phpeval.Bool && !value.Bool:
		return nil
	case !strings.HasPrefix(name, "-"):
		return texts(value)
	case value.Kind == phpeval.Bool:
		return []string{name}
	}
	return shellArgument(key, value)
}

// texts are what a value, or each element of an array, is as text.
func texts(v phpeval.Value) []string {
	if v.Kind != phpeval.Array {
		text, _ := v.AsString().Get()
		return []string{text}
	}
	var out []string
	for _, e := range v.Array.Entries {
		text, _ := e.Value.AsString().Get()
		out = append(out, text)
	}
	return out
}
