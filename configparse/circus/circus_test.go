package circus

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func show[T any](v queue.Value[T]) string {
	if x, ok := v.Get(); ok {
		return fmt.Sprint(x)
	}
	return "unknown"
}

func TestWatchersAreWhatCircusStarts(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"", "q TERM 30s 1 true php"},
		{"graceful_timeout = 310.5\nstop_signal = INT\nnumprocesses = 3\n", "q INT 5m10.5s 3 true php"},
		{"stop_signal = SIGQUIT\nrespawn = False\n", "q QUIT 30s 1 false php"},
		{"graceful_timeout = $(circus.env.x)\nnumprocesses = many\n", "q TERM unknown unknown true php"},
	} {
		all := Load(source.New("circus.ini", []byte("[circus]\nx = é\n[watcher:q]\ncmd = php\n"+c.lines+"[socket:s]\n")))
		if len(all) != 1 {
			t.Fatalf("%d watchers", len(all))
		}
		w := all[0]
		got := strings.Join([]string{w.Name, show(w.StopSignal), show(w.StopWait), show(w.Processes), show(w.Restart.AfterSuccess), w.Command.String}, " ")
		if got != c.want || w.Span.Text() != "q" {
			t.Errorf("%q: %s, want %s (%q)", c.lines, got, c.want, w.Span.Text())
		}
	}
}

func TestOnlyCircusFilesAreRead(t *testing.T) {
	if !Is("deploy/circus.ini") || !Is("circus.conf") || Is("circus.py") || Is("supervisor.ini") {
		t.Error("circus.ini and its kin")
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("[watcher:é]\ncmd = a\nargs = b\ngraceful_timeout=1e9\n[watcher:\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, w := range Load(source.New("circus.ini", []byte(text))) {
			if w.Span.Start > w.Span.End || w.Span.End > len(text) {
				t.Fatal(w.Span)
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	all := Load(source.New("circus.ini", []byte("[watcher:größe]\ncmd = é ä queue:work\n")))
	if len(all) != 1 || all[0].Span.Text() != "größe" {
		t.Fatalf("%+v", all)
	}
	text := all[0].Command.String
	if got := all[0].Command.Span(strings.Index(text, "queue"), len(text)).Text(); got != "queue:work" {
		t.Errorf("the command's end is at %q", got)
	}
}
