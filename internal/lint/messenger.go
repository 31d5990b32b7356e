package lint

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
)

// loadMessenger finds the workers of Symfony Messenger. Told to stop, one ends the message at hand, whatever that takes (symfony/messenger:
// Worker.php): how long is not known.
func (p *parsed) loadMessenger(stray *application) {
	p.eachOther(stray, isMessenger, func(a *application, w *queue.Worker) {
		never := &queue.Origin{Via: queue.ViaFrameworkDefault, Span: w.Span, Text: "Messenger has no limit for the time of a handler"}
		a.drains = append(a.drains, &queue.Drain{
			Framework: "Messenger", Worker: w, Setting: "the handler", Limit: queue.NoLimit[time.Duration](never),
			Killed: "starts again when redeliver_timeout is over",
		})
	})
}

// isMessenger says that a command is `bin/console messenger:consume`.
func isMessenger(line queue.Command) bool {
	words := line.Words
	if len(words) > 0 && strings.HasPrefix(path.Base(words[0].Text), "php") {
		words = words[1:]
	}
	console := slices.IndexFunc(words, func(w queue.Word) bool { return w.Why == "" && path.Base(w.Text) == "console" })
	if console < 0 || console+1 >= len(words) || console > 4 {
		return false
	}
	name := words[console+1].Text
	return name == "messenger:consume" || name == "messenger:consume-messages"
}
