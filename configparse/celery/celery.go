// Package celery reads the clocks of Celery: from the command of a worker, from Celery's settings in Python modules, and from the decorators of
// tasks. Celery: celery/app/defaults.py, docs/userguide/configuration.rst.
package celery

import (
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// Command is what the command line of a worker says.
type Command struct {
	// TimeLimit is --time-limit; Absent without it.
	TimeLimit queue.Value[time.Duration]
	// App is the application as -A names it; "" where it is not known.
	App string
}

// runners start a program of the environment that they manage.
var runners = []string{"poetry", "pipenv", "uv", "pdm", "hatch"}

// ReadCommand reads a command whose wrappers were taken off: `celery -A app worker …`, `python -m celery …`. nil where it starts no worker.
func ReadCommand(line queue.Command) *Command {
	words := line.Words
	is := func(i int, texts ...string) bool {
		return len(words) > i && words[i].Why == "" && slices.Contains(texts, path.Base(words[i].Text))
	}
	switch {
	case is(0, runners...) && is(1, "run"):
		words = words[2:]
	case len(words) > 2 && strings.HasPrefix(path.Base(words[0].Text), "python") && words[1].Text == "-m":
		words = words[2:]
	}
	if !is(0, "celery") {
		return nil
	}
	words = words[1:]
	name := application(words)
	i := slices.IndexFunc(words, func(w queue.Word) bool { return w.Why == "" && w.Text == "worker" })
	if i < 0 || slices.ContainsFunc(words, func(w queue.Word) bool { return w.Text == "--detach" || w.Text == "-D" }) {
		return nil
	}
	c := &Command{App: name, TimeLimit: queue.NotSet[time.Duration](nil)}
	for i, w := range words {
		value, joined := strings.CutPrefix(w.Text, "--time-limit=")
		switch {
		case w.Text == "--time-limit" && i+1 < len(words):
			w, value = words[i+1], words[i+1].Text
		case !joined:
			continue
		}
		c.TimeLimit = limitOf(w, value)
	}
	return c
}

// application is what -A or --app names.
func application(words []queue.Word) string {
	for i, w := range words {
		value, joined := strings.CutPrefix(w.Text, "--app=")
		if !joined && (w.Text == "-A" || w.Text == "--app") && i+1 < len(words) {
			w, value, joined = words[i+1], words[i+1].Text, true
		}
		if joined && w.Why == "" && !strings.ContainsAny(value, "$/ ") {
			return value
		}
	}
	return ""
}

func limitOf(w queue.Word, value string) queue.Value[time.Duration] {
	origin := &queue.Origin{Via: queue.ViaFlag, Span: w.Span, Text: "--time-limit"}
	n, err := strconv.ParseFloat(value, 64)
	switch {
	case w.Why != "":
		return queue.NotKnown[time.Duration](w.Why, origin)
	case strings.Contains(value, "$"):
		return queue.NotKnown[time.Duration]("it holds a variable", origin)
	case err != nil || n < 0:
		return queue.NotKnown[time.Duration]("it is no number of seconds", origin)
	case n == 0:
		return queue.NoLimit[time.Duration](origin)
	}
	return queue.Seconds(n, origin)
}
