package process

import (
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/configparse/shlex"
	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
)

// environmentCharacters are what Supervisor adds to the characters of words.
const environmentCharacters = "/.+-():"

// environment reads KEY=value pairs as Supervisor 4.2 and 4.3 do: tokens are taken four at a time, and nobody looks at the fourth.
// nil where the text is refused or cannot be taken apart.
func (l *loader) environment(s setting) []queue.Variable {
	if s.option == nil || s.option.Conditional != "" || s.why != "" && len(s.text.Gaps) == 0 {
		return nil
	}
	text := s.text.String
	tokens, err := shlex.Tokens(s.text.Masked(), environmentCharacters)
	if err != nil {
		l.refuseEnvironment(s, err.Offset, len(text), err.Message)
		return nil
	}
	var out []queue.Variable
	for i := 0; i < len(tokens); i += 4 {
		if i+2 >= len(tokens) || tokens[i+1].Text != "=" {
			end := tokens[min(i+2, len(tokens)-1)].End
			l.refuseEnvironment(s, tokens[i].Start, end, fmt.Sprintf("Unexpected end of key/value pairs in value '%s'", text))
			return nil
		}
		out = append(out, s.variable(tokens[i], tokens[i+2]))
	}
	for i := 0; i < len(tokens); i += 4 {
		l.noteTruncated(s, tokens, i)
	}
	return over(out)
}

// variable is one pair. Quotes are stripped from both ends of the value, as many as there are.
func (s setting) variable(key, val shlex.Word) queue.Variable {
	name := key.Text
	v := queue.Variable{Name: name, Span: s.text.Span(key.Start, key.End)}
	origin := &queue.Origin{
		Via: queue.ViaEnvFile, Span: s.text.Span(val.Start, val.End), Text: s.key + "= of [" + s.section.Name + "]", Variable: name,
	}
	if why := s.text.Unknown(val.Start, val.End); why != "" {
		v.Value = queue.NotKnown[string](why, origin)
	} else {
		v.Value = queue.Is(strings.Trim(val.Text, `'"`), origin)
	}
	return v
}

func (l *loader) refuseEnvironment(s setting, start, end int, message string) {
	if s.why == "" {
		l.refuseValue(s, s.text.Span(start, end), message)
	}
}

// over lays variables over others. A name keeps the place at which it was first set.
func over(lists ...[]queue.Variable) []queue.Variable {
	var out []queue.Variable
	at := map[string]int{}
	for _, list := range lists {
		for _, v := range list {
			if i, ok := at[v.Name]; ok {
				out[i] = v
				continue
			}
			at[v.Name] = len(out)
			out = append(out, v)
		}
	}
	return out
}

// withVariables adds a program's variables to the names.
func withVariables(names supervisor.Names, vars []queue.Variable) {
	for _, v := range vars {
		names["ENV_"+v.Name] = nameOf(v)
	}
}
