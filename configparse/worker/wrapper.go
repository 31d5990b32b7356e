package worker

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// wrapper says how a command that starts another reads its own words.
type wrapper struct {
	// relay is what becomes of a signal sent to it, why how that comes where it does not get through.
	relay queue.Relay
	why   string
	// valued are the options whose value is a word of its own, short ones as letters.
	valued []string
	// positional is the number of words between the options and the command.
	positional int
	// variables says that NAME=value words come before the command.
	variables bool
}

// wrappers are the commands that start the words behind them.
var wrappers = map[string]wrapper{
	"env":          {relay: queue.Replaces, valued: []string{"u", "C", "unset", "chdir"}, variables: true},
	"nice":         {relay: queue.Replaces, valued: []string{"n", "adjustment"}},
	"ionice":       {relay: queue.Replaces, valued: []string{"c", "n", "class", "classdata"}},
	"nohup":        {relay: queue.Replaces},
	"stdbuf":       {relay: queue.Replaces, valued: []string{"i", "o", "e", "input", "output", "error"}},
	"taskset":      {relay: queue.Replaces, positional: 1},
	"chrt":         {relay: queue.Replaces, positional: 1},
	"exec":         {relay: queue.Replaces, valued: []string{"a"}},
	"command":      {relay: queue.Replaces},
	"gosu":         {relay: queue.Replaces, positional: 1},
	"su-exec":      {relay: queue.Replaces, positional: 1},
	"setuser":      {relay: queue.Replaces, positional: 1},
	"s6-setuidgid": {relay: queue.Replaces, positional: 1},
	"setuidgid":    {relay: queue.Replaces, positional: 1},
	"with-contenv": {relay: queue.Replaces},
	"setpriv":      {relay: queue.Replaces, valued: []string{"reuid", "regid", "groups", "inh-caps", "ambient-caps", "bounding-set", "securebits", "pdeathsig"}},
	"chpst": {relay: queue.Replaces, valued: []string{
		"u", "U", "b", "e", "/", "C", "n", "l", "L", "m", "d", "o", "p", "f", "c", "t", "r",
	}},
	"timeout": {relay: queue.Forwards, valued: []string{"k", "s", "kill-after", "signal"}, positional: 1},
	"sudo": {relay: queue.Forwards, variables: true, valued: []string{
		"u", "g", "h", "p", "C", "r", "t", "T", "U", "D", "R", "user", "group", "host", "prompt", "chdir",
	}},
	"doas":                  {relay: queue.Replaces, valued: []string{"u", "C"}},
	"tini":                  {relay: queue.Forwards, valued: []string{"p", "e"}},
	"docker-init":           {relay: queue.Forwards, valued: []string{"p", "e"}},
	"catatonit":             {relay: queue.Forwards},
	"dumb-init":             {relay: queue.Forwards, valued: []string{"r", "rewrite"}},
	"docker-php-entrypoint": {relay: queue.Replaces},
	"flock":                 {relay: queue.Keeps, why: "as a child of flock, which ends at the signal", valued: []string{"w", "timeout", "E", "conflict-exit-code"}, positional: 1},
	"setsid":                {},
	"su":                    {relay: queue.Cuts, valued: []string{"s", "shell", "g", "group", "G", "supp-group", "w", "whitelist-environment", "u", "user"}},
	"runuser":               {relay: queue.Cuts, valued: []string{"s", "shell", "g", "group", "G", "supp-group", "w", "whitelist-environment", "u", "user"}},
}

// shells read a text of their own.
var shells = map[string]bool{"sh": true, "bash": true, "dash": true, "ash": true, "zsh": true, "ksh": true}

func base(text string) string { return path.Base(strings.TrimSuffix(text, "/")) }

// skipOptions returns the index of the first word behind a wrapper's options.
func (w wrapper) skipOptions(words []Word, from int) int {
	i := from
	for i < len(words) {
		text := words[i].Text
		switch {
		case text == "--":
			return i + 1
		case w.variables && isAssignment(text):
			i++
		case len(text) < 2 || text[0] != '-':
			return i
		case strings.HasPrefix(text, "--"):
			name, _, given := strings.Cut(text[2:], "=")
			if i++; !given && slices.Contains(w.valued, name) {
				i++
			}
		default:
			i += 1 + w.shortValue(text)
		}
	}
	return i
}

// shortValue is 1 where the last letter of a group of short options takes the next word as its value.
func (w wrapper) shortValue(text string) int {
	for k := 1; k < len(text); k++ {
		if slices.Contains(w.valued, text[k:k+1]) {
			if k == len(text)-1 {
				return 1
			}
			return 0
		}
	}
	return 0
}

func isAssignment(text string) bool {
	name, _, ok := strings.Cut(text, "=")
	if !ok || name == "" || name[0] >= '0' && name[0] <= '9' {
		return false
	}
	for i := range len(name) {
		if c := name[i]; c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return false
		}
	}
	return true
}

// limit is the duration of `timeout N`: a number with s, m, h or d behind it; 0 limits nothing.
func limit(w Word) queue.Value[time.Duration] {
	from := &queue.Origin{Via: queue.ViaFlag, Span: w.span(), Text: "timeout " + w.Text}
	if w.Why != "" {
		return queue.NotKnown[time.Duration](w.Why, from)
	}
	number, unit := w.Text, time.Second
	if n := len(number) - 1; n >= 0 {
		if u, ok := map[byte]time.Duration{'s': time.Second, 'm': time.Minute, 'h': time.Hour, 'd': 24 * time.Hour}[number[n]]; ok {
			number, unit = number[:n], u
		}
	}
	x, err := strconv.ParseFloat(number, 64)
	switch {
	case err != nil || x < 0 || x*unit.Seconds() > maxSeconds:
		return queue.NotKnown[time.Duration]("it is no duration that timeout takes", from)
	case x == 0:
		return queue.NoLimit[time.Duration](from)
	}
	return queue.Is(time.Duration(x*float64(unit)), from)
}
