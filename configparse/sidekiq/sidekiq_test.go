package sidekiq

import (
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestTimeoutIsThatOfTheFileOrNotKnown(t *testing.T) {
	none := queue.NotSet[string](nil)
	production := queue.Is("production", nil)
	for _, c := range []struct {
		name, text string
		env        queue.Value[string]
		state      queue.State
		want       time.Duration
	}{
		{"symbol", ":timeout: 60\n", none, queue.Known, time.Minute},
		{"text", "timeout: 8\n", none, queue.Known, 8 * time.Second},
		{"nothing", ":concurrency: 5\n", none, queue.Absent, 0},
		{"empty", "# nothing\n", none, queue.Absent, 0},
		{"value by ERB", ":timeout: <%= ENV.fetch('T', 30) %>\n", none, queue.Unknown, 0},
		{"other value by ERB", ":concurrency: <%= ENV['C'] || 5 %>\n:timeout: 9\n", none, queue.Known, 9 * time.Second},
		{"lines by ERB", "<% if x %>\n:timeout: 60\n<% end %>\n", none, queue.Unknown, 0},
		{"quoted", ":timeout: '60'\n", none, queue.Unknown, 0},
		{"written twice", ":timeout: 60\ntimeout: 20\n", none, queue.Unknown, 0},
		{"negative", ":timeout: -1\n", none, queue.Unknown, 0},
		{"no value", ":timeout:\n", none, queue.Unknown, 0},
		{"broken", ":timeout: [\n", none, queue.Unknown, 0},
		{"list", "- 1\n", none, queue.Unknown, 0},
		{"section of an environment", ":timeout: 60\nstaging:\n  :timeout: 9\n", none, queue.Unknown, 0},
		{"section of this environment", ":timeout: 60\nproduction:\n  :timeout: 9\n", production, queue.Known, 9 * time.Second},
		{"section of another environment", ":timeout: 60\nstaging:\n  :timeout: 9\n", production, queue.Known, time.Minute},
	} {
		v := Timeout(source.New("config/sidekiq.yml", []byte(c.text)), c.env)
		if d, _ := v.Get(); v.State() != c.state || d != c.want {
			t.Errorf("%s: state %d, %s: %s", c.name, v.State(), d, v.Why())
		}
	}
}

func TestTimeoutStandsWhereItIsWrittenBehindMultiByteText(t *testing.T) {
	text := "# schöne Schlangen\n{ :tag: \"é\", :timeout: 60 }\n"
	v := Timeout(source.New("config/sidekiq.yml", []byte(text)), queue.NotSet[string](nil))
	if at := v.Origin().Place(); at.Start != strings.Index(text, "60") || at.End != at.Start+2 {
		t.Errorf("timeout at %d-%d: %s", at.Start, at.End, v.Why())
	}
}

func command(text string) queue.Command {
	var c queue.Command
	for _, w := range strings.Fields(text) {
		word := queue.Word{Text: w}
		c.Words = append(c.Words, word)
	}
	return c
}

func TestOptionsOfTheCommand(t *testing.T) {
	for _, c := range []struct {
		text   string
		state  queue.State
		want   time.Duration
		config string
	}{
		{"sidekiq", queue.Absent, 0, ""},
		{"bundle exec sidekiq -t 60 -C config/a.yml", queue.Known, time.Minute, "config/a.yml"},
		{"bin/bundle exec sidekiq -t60 --config=config/a.yml", queue.Known, time.Minute, "config/a.yml"},
		{"sidekiq --timeout=8 -q a,2 -v", queue.Known, 8 * time.Second, ""},
		{"sidekiq -c $N -t 8", queue.Known, 8 * time.Second, ""},
		{"sidekiq --timeo 8", queue.Known, 8 * time.Second, ""},
		{"sidekiq -t $T", queue.Unknown, 0, ""},
		{"sidekiq $OPTIONS", queue.Unknown, 0, ""},
		{"sidekiq -t 1m", queue.Unknown, 0, ""},
		{"sidekiq -t", queue.Absent, 0, ""},
	} {
		got := Read(command(c.text))
		if got == nil {
			t.Errorf("%s: not read", c.text)
			continue
		}
		d, _ := got.Timeout.Get()
		if config, _ := got.Config.Get(); got.Timeout.State() != c.state || d != c.want || config != c.config {
			t.Errorf("%s: state %d, %s, config %q", c.text, got.Timeout.State(), d, config)
		}
	}
	for _, text := range []string{"", "puma", "bundle exec puma -t 5:5", "bundle install sidekiq", "sidekiqswarm", "$sidekiq", "$X sidekiq"} {
		if Read(command(text)) != nil {
			t.Errorf("%q is taken for Sidekiq", text)
		}
	}
}

func FuzzTimeout(f *testing.F) {
	f.Add(":timeout: 60\nproduction:\n  :timeout: é\n", "sidekiq -t 5 -C é")
	f.Fuzz(func(t *testing.T, text, line string) {
		file := source.New("config/sidekiq.yml", []byte(text))
		for _, env := range []queue.Value[string]{queue.NotSet[string](nil), queue.Is("production", nil)} {
			if at := Timeout(file, env).Origin().Place(); at.Start > at.End || at.End > len(text) {
				t.Fatal(at)
			}
		}
		Read(command(line))
	})
}
