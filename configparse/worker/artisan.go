package worker

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// php reads `php [options] artisan command …` or `artisan command …`. It says whether the words are such a command, one without a
// worker included.
func (r *reader) php(words []Word, c context) bool {
	script, settings := scriptOf(words)
	if script < 0 || script+1 >= len(words) {
		return script >= 0
	}
	at := commandOf(words, script+1)
	if at < 0 || words[at].Why != "" || words[at].From.OpenVariables() != nil || !slices.Contains(artisanCommands, words[at].Text) {
		return true
	}
	if len(r.found) >= maxCommands {
		return true
	}
	cmd := &Command{
		Name: words[at].Text, NameSpan: words[at].span(), Artisan: valueOf(words[script], words[script].Text, queue.ViaLiteral),
		Folder: c.folder, PHP: settings, Wrappers: c.wrappers, Limit: c.limit, Background: c.background, Line: line(words),
	}
	args := append(slices.Clone(words[script+1:at]), words[at+1:]...)
	r.found = append(r.found, cmd)
	cmd.read(args, r.options)
	return true
}

// scriptOf finds artisan's word and PHP's settings before it; -1 where PHP runs something else.
func scriptOf(words []Word) (script int, settings []queue.Option) {
	if isArtisan(words[0].Text) || words[0].Why != "" && len(words) > 1 && slices.Contains(artisanCommands, words[1].Text) {
		return 0, nil
	}
	i := 1
	if base(words[0].Text) == "frankenphp" && len(words) > 1 && words[1].Text == "php-cli" {
		i++
	}
	for i < len(words) {
		text := words[i].Text
		switch {
		case text == "--" || text == "-f" || text == "--file":
			i++
			return artisanAt(words, i), settings
		case text == "-d" || text == "--define":
			if i+1 < len(words) {
				settings = append(settings, setting(words[i+1], 0))
			}
			i += 2
		case strings.HasPrefix(text, "-d"):
			settings = append(settings, setting(words[i], 2))
			i++
		case text == "-c" || text == "-z" || text == "--php-ini" || text == "--zend-extension":
			i += 2
		case strings.HasPrefix(text, "-"):
			i++
		default:
			return artisanAt(words, i), settings
		}
	}
	return -1, nil
}

// isArtisan says whether a path is artisan's; some repositories have a word of their own for it (PATH_TO_ARTISAN). `php think
// queue:work` is another framework's.
func isArtisan(text string) bool { return strings.Contains(strings.ToLower(base(text)), "artisan") }

// artisanAt says whether the word is artisan's path; a path that is not known is when artisan's command follows.
func artisanAt(words []Word, i int) int {
	switch {
	case i >= len(words):
		return -1
	case isArtisan(words[i].Text):
		return i
	case words[i].Why != "" && i+1 < len(words) && slices.Contains(artisanCommands, words[i+1].Text):
		return i
	}
	return -1
}

// setting is `-d name=value`, whose text starts at an offset of the word.
func setting(w Word, from int) queue.Option {
	name, value, given := strings.Cut(w.Text[from:], "=")
	o := queue.Option{Name: name, Span: w.At(from, from+len(name)), Value: queue.NotSet[string](nil)}
	if given {
		o.Value = part(w, from+len(name)+1, value)
	}
	return o
}

// commandOf is the index of artisan's command: the first word that is no option. -1 without one.
func commandOf(words []Word, from int) int {
	for i := from; i < len(words); i++ {
		switch text := words[i].Text; {
		case text == "--env":
			i++
		case !strings.HasPrefix(text, "-"):
			return i
		}
	}
	return -1
}

func line(words []Word) queue.Command {
	out := queue.Command{Span: words[0].span()}
	texts := make([]string, len(words))
	for i, w := range words {
		span := w.span()
		texts[i] = w.Text
		out.Words = append(out.Words, queue.Word{Text: w.Text, Span: span, Why: w.Why})
		out.Span.End = max(out.Span.End, span.End)
	}
	out.Text = strings.Join(texts, " ")
	return out
}

// part is a part of a word as a value.
func part(w Word, from int, text string) queue.Value[string] {
	origin := &queue.Origin{Via: queue.ViaFlag, Span: w.At(from, from+len(text)), Text: w.Text, From: w.From}
	if text == "" {
		origin.Span = source.Span{File: w.span().File, Start: w.span().End, End: w.span().End}
	}
	if w.Why != "" {
		return queue.NotKnown[string](w.Why, origin)
	}
	return queue.Is(text, origin)
}

func valueOf(w Word, text string, via queue.Via) queue.Value[string] {
	origin := &queue.Origin{Via: via, Span: w.span(), Text: text, From: w.From}
	if w.Why != "" {
		return queue.NotKnown[string](w.Why, origin)
	}
	return queue.Is(text, origin)
}

// arguments are what Symfony's ArgvInput makes of artisan's words.
type arguments struct {
	options    []queue.Option
	positional []Word
	// open says why there may be options that are not seen, "" when all are.
	open string
	// unsure says that an option that nobody knows may have taken a word as its value.
	unsure bool
}

var optionName = pattern.New(`^[A-Za-z][A-Za-z0-9_:.-]*$`)

func readArguments(command string, words []Word) arguments {
	var a arguments
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch {
		case w.Text == "--":
			a.positional = append(a.positional, words[i+1:]...)
			return a
		case strings.HasPrefix(w.Text, "--"):
			if a.long(command, w, words[i+1:]) {
				i++
			}
		case strings.HasPrefix(w.Text, "-") && len(w.Text) > 1:
			a.options = append(a.options, queue.Option{Name: w.Text[1:], Span: w.span(), Value: queue.NotSet[string](nil)})
		default:
			if w.Why != "" {
				a.open = w.Why
			}
			a.positional = append(a.positional, w)
		}
	}
	return a
}

// long reads a long option and says whether it takes the next word as its value. Options with an optional value take it unless it
// starts with a dash.
func (a *arguments) long(command string, w Word, rest []Word) bool {
	name, value, given := strings.Cut(w.Text[2:], "=")
	if !optionName.MatchString(name) && w.Why != "" {
		a.open = w.Why
		return false
	}
	o := queue.Option{Name: name, Span: w.At(0, 2+len(name)), Value: queue.NotSet[string](nil)}
	if given {
		o.Value = part(w, 2+len(name)+1, value)
		a.options = append(a.options, o)
		return false
	}
	k, found := optionOf(command, name)
	follows := len(rest) > 0 && !strings.HasPrefix(rest[0].Text, "-")
	takes := follows && (k.valued || !found)
	if takes {
		o.Value = part(rest[0], 0, rest[0].Text)
		a.unsure = a.unsure || !found
	}
	a.options = append(a.options, o)
	return takes
}

// option finds the option that counts: the last of a name.
func (a *arguments) option(name string) *queue.Option {
	for i := len(a.options) - 1; i >= 0; i-- {
		if a.options[i].Name == name {
			return &a.options[i]
		}
	}
	return nil
}
