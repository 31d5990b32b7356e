package ruby

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Variable says what is known of an environment variable: Absent where nothing that was found sets it.
type Variable func(name string) queue.Value[string]

// Span is the place of some tokens of one file.
func Span(tokens []Token) source.Span {
	if len(tokens) == 0 {
		return source.Span{}
	}
	first, last := tokens[0].Span, tokens[len(tokens)-1].Span
	return first.File.Span(first.Start, last.End)
}

// units are those of Active Support: `5.minutes`.
var units = map[string]time.Duration{
	"second": time.Second, "seconds": time.Second, "minute": time.Minute, "minutes": time.Minute, "hour": time.Hour, "hours": time.Hour,
	"day": 24 * time.Hour, "days": 24 * time.Hour, "week": 7 * 24 * time.Hour, "weeks": 7 * 24 * time.Hour,
}

// Duration is an expression's time: a number of seconds, `30.seconds`, `ENV.fetch("X", 5).to_i.seconds`. what names the setting. Anything
// else is not known, and so is the default of a variable that somebody else may set.
func Duration(tokens []Token, what string, variable Variable) queue.Value[time.Duration] {
	origin := &queue.Origin{Via: queue.ViaConfig, Span: Span(tokens), Text: what}
	tokens = bare(tokens)
	unit, number := unitOf(tokens)
	text := numberOf(number, variable)
	if from := text.Origin(); from != nil {
		origin.From = from
	}
	return queue.Map(text.WithOrigin(origin), func(s string) (time.Duration, bool) {
		f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
		return time.Duration(f * float64(unit)), err == nil && f >= 0 && f <= float64(math.MaxInt64)/2/float64(unit)
	}, "it is no number")
}

// Int is an expression's whole number.
func Int(tokens []Token, what string, variable Variable) queue.Value[int] {
	text := numberOf(tokens, variable)
	return queue.Map(text.WithOrigin(&queue.Origin{Via: queue.ViaConfig, Span: Span(tokens), Text: what, From: text.Origin()}), func(s string) (int, bool) {
		n, err := strconv.ParseInt(strings.ReplaceAll(s, "_", ""), 10, 32)
		return int(n), err == nil
	}, "it is no whole number")
}

// bare takes parentheses off that stand around the whole of some tokens.
func bare(tokens []Token) []Token {
	for len(tokens) > 1 && tokens[0].Is("(") && closing(tokens, 0) == len(tokens)-1 {
		tokens = tokens[1 : len(tokens)-1]
	}
	return tokens
}

// closing is where the bracket at a place is closed; -1 where it is not.
func closing(tokens []Token, at int) int {
	depth := 0
	for i := at; i < len(tokens); i++ {
		if tokens[i].Kind != Mark {
			continue
		}
		switch tokens[i].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// unitOf takes the unit off the end of an expression; a second without one.
func unitOf(tokens []Token) (time.Duration, []Token) {
	n := len(tokens)
	if n > 2 && tokens[n-2].Is(".") {
		if unit, ok := units[tokens[n-1].Text]; ok && tokens[n-1].Kind == Name {
			return unit, tokens[:n-2]
		}
	}
	return time.Second, tokens
}

// numberOf is the text of a number: a literal, a variable, with to_i or Integer() or without.
func numberOf(tokens []Token, variable Variable) queue.Value[string] {
	tokens = bare(tokens)
	if n := len(tokens); n > 2 && tokens[n-2].Is(".") && slices.Contains([]string{"to_i", "to_f"}, tokens[n-1].Text) {
		return numberOf(tokens[:n-2], variable)
	}
	if len(tokens) > 3 && (tokens[0].Is("Integer") || tokens[0].Is("Float")) && tokens[1].Is("(") && closing(tokens, 1) == len(tokens)-1 {
		return numberOf(tokens[2:len(tokens)-1], variable)
	}
	if len(tokens) == 1 && tokens[0].Kind == Number {
		return queue.Is(tokens[0].Text, nil)
	}
	if name, ok := environment(tokens); ok {
		v := variable(name)
		if v.IsAbsent() {
			return queue.NotKnown[string]("it comes from "+name+", which nothing in the repository sets", nil)
		}
		return v
	}
	return queue.NotKnown[string]("it is not written as a number", nil)
}

// environment is the variable of `ENV["X"]`, `ENV.fetch("X")`, `ENV.fetch("X", 5)` and `ENV.fetch("X") { 5 }`.
func environment(tokens []Token) (name string, ok bool) {
	if len(tokens) < 4 || !tokens[0].Is("ENV") {
		return "", false
	}
	at := 1
	if tokens[1].Is(".") && tokens[2].Is("fetch") {
		at = 3
	}
	open := tokens[at].Is("(") || at == 1 && tokens[at].Is("[")
	if !open || at+1 >= len(tokens) || tokens[at+1].Kind != String {
		return "", false
	}
	end := closing(tokens, at)
	if end > 0 && end+1 < len(tokens) && tokens[end+1].Is("{") {
		end = closing(tokens, end+1)
	}
	return tokens[at+1].Text, end == len(tokens)-1
}

// Argument is one argument of a call.
type Argument struct {
	// Key is that of `key: value` and `:key => value`, "" without one.
	Key    string
	Tokens []Token
}

// Arguments are those of a call whose name stands at the start of some tokens, with parentheses or without. open says that there may be
// more than is seen: a splat, a block argument.
func Arguments(tokens []Token) (args []Argument, open bool) {
	if len(tokens) == 0 {
		return nil, false
	}
	tokens = tokens[1:]
	if len(tokens) > 0 && tokens[0].Is("(") {
		end := closing(tokens, 0)
		if end < 0 {
			return nil, true
		}
		tokens = tokens[1:end]
	}
	for _, part := range split(tokens) {
		switch {
		case len(part) == 0:
		case part[0].Is("*") || part[0].Is("**") || part[0].Is("&") || part[0].Is("..."):
			open = true
		case part[0].Kind == Label:
			args = append(args, Argument{part[0].Text, part[1:]})
		case len(part) > 2 && part[0].Kind == Symbol && part[1].Is("=>"):
			args = append(args, Argument{part[0].Text, part[2:]})
		default:
			args = append(args, Argument{"", part})
		}
	}
	return args, open
}

// split cuts tokens at the commas outside brackets, and at a modifier or a block's `do`.
func split(tokens []Token) [][]Token {
	var out [][]Token
	depth, from := 0, 0
	for i, t := range tokens {
		switch {
		case t.Is("(") || t.Is("[") || t.Is("{"):
			depth++
		case t.Is(")") || t.Is("]") || t.Is("}"):
			depth--
		case depth == 0 && t.Is(","):
			out = append(out, tokens[from:i])
			from = i + 1
		case depth == 0 && (Modifier(t) || t.Is("do")):
			return append(out, tokens[from:i])
		}
	}
	return append(out, tokens[from:])
}

// Modifier says that a token makes the statement before it depend on something.
func Modifier(t Token) bool {
	return t.Kind == Name && slices.Contains([]string{"if", "unless", "while", "until", "rescue"}, t.Text)
}

// Certain says that a statement is carried out whenever its file, or the class that it stands in, is loaded.
func (s *Statement) Certain() bool {
	return !slices.ContainsFunc(s.Tokens, Modifier) && !slices.ContainsFunc(s.In, func(b *Block) bool {
		switch b.Kind {
		case "class", "module":
			return false
		case "do":
			return !configures(b)
		}
		return true
	})
}

// configures says that a block is `Rails.application.configure do`.
func configures(b *Block) bool {
	return len(b.Head) >= 2 && b.Head[len(b.Head)-2].Is("configure")
}

// Assigned is what a statement assigns to a chain of names, such as config.solid_queue.shutdown_timeout; nil where it assigns something else.
func (s *Statement) Assigned(chain ...string) []Token {
	at := 0
	for i, name := range chain {
		if i > 0 {
			if at >= len(s.Tokens) || !s.Tokens[at].Is(".") {
				return nil
			}
			at++
		}
		if at >= len(s.Tokens) || !s.Tokens[at].Is(name) {
			return nil
		}
		at++
	}
	if at >= len(s.Tokens) || !s.Tokens[at].Is("=") {
		return nil
	}
	value := s.Tokens[at+1:]
	if i := slices.IndexFunc(value, Modifier); i >= 0 {
		value = value[:i]
	}
	return value
}
