package solidqueue

import (
	"strings"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func command(text string) queue.Command {
	var c queue.Command
	for _, w := range strings.Fields(text) {
		c.Words = append(c.Words, queue.Word{Text: w})
	}
	return c
}

func TestCommandsThatStartTheSupervisor(t *testing.T) {
	for _, text := range []string{
		"bin/jobs", "./bin/jobs start", "/rails/bin/jobs -c config/q.yml", "bundle exec rake solid_queue:start", "bin/rails solid_queue:start",
		"bundle exec bin/jobs", "rails solid_queue:start", "ruby bin/jobs", "rake environment solid_queue:start",
	} {
		if !Starts(command(text)) {
			t.Errorf("%q is not taken for Solid Queue", text)
		}
	}
	for _, text := range []string{"", "bin/jobs check", "jobs", "bin/rails server", "rake solid_queue:install", "sbin/jobs", "echo bin/jobs", "bundle install"} {
		if Starts(command(text)) {
			t.Errorf("%q is taken for Solid Queue", text)
		}
	}
	if Starts(queue.Command{Words: []queue.Word{{Text: "bin/jobs", Why: "a variable"}}}) {
		t.Error("a word that is not known is taken for Solid Queue")
	}
}

func TestSettingsAreThoseOfTheLastFile(t *testing.T) {
	none := func(string) queue.Value[string] { return queue.NotSet[string](nil) }
	const in = "module É\n  class Application < Rails::Application\n    "
	const out = "\n  end\nend\n"
	for _, c := range []struct {
		name, application, production string
		state                         queue.State
		want                          time.Duration
	}{
		{"nothing", in + out, "", queue.Absent, 0},
		{"application", in + "config.solid_queue.shutdown_timeout = 30.seconds" + out, "", queue.Known, 30 * time.Second},
		{"environment", in + "config.solid_queue.shutdown_timeout = 30.seconds" + out, "Rails.application.configure do\n  config.solid_queue.shutdown_timeout = 1.minute\nend\n", queue.Known, time.Minute},
		{"outside the block", "", "Rails.application.config.solid_queue.shutdown_timeout = 8\n", queue.Known, 8 * time.Second},
		{"condition", in + "config.solid_queue.shutdown_timeout = 30.seconds if slow?" + out, "", queue.Unknown, 0},
		{"another way", in + "config.solid_queue = { shutdown_timeout: 30.seconds }" + out, "", queue.Unknown, 0},
		{"comment", in + "# config.solid_queue.shutdown_timeout = 30.seconds" + out, "", queue.Absent, 0},
		{"twice", in + "config.solid_queue.shutdown_timeout = 3\n config.solid_queue.shutdown_timeout = 4" + out, "", queue.Known, 4 * time.Second},
		{"broken", in + "config.solid_queue.shutdown_timeout = 3", "", queue.Unknown, 0},
		{"of something else", in + "config.sidekiq.shutdown_timeout = 3 # solid_queue" + out, "", queue.Unknown, 0},
	} {
		s := Read([]*source.File{source.New("config/application.rb", []byte(c.application)), source.New("config/environments/production.rb", []byte(c.production))}, none)
		if d, _ := s.Shutdown.Get(); s.Shutdown.State() != c.state || d != c.want {
			t.Errorf("%s: state %d, %s: %s", c.name, s.Shutdown.State(), d, s.Shutdown.Why())
		}
	}
}

func TestSettingStandsWhereItIsWritten(t *testing.T) {
	text := "É = 1; config.solid_queue.shutdown_timeout = 30.seconds # für\n"
	s := Read([]*source.File{source.New("config/application.rb", []byte(text))}, func(string) queue.Value[string] { return queue.NotSet[string](nil) })
	if at := s.Shutdown.Origin().Place(); at.Text() != "30.seconds" {
		t.Errorf("at %q: %s", at.Text(), s.Shutdown.Why())
	}
}

func FuzzRead(f *testing.F) {
	f.Add("config.solid_queue.shutdown_timeout = 30.seconds if é\n", "bundle exec rake solid_queue:start")
	f.Add("Rails.application.configure do\nconfig.solid_queue.process_alive_threshold = ENV.fetch(\"X\") { 5 }.to_i\nend", "bin/jobs -c é")
	f.Fuzz(func(t *testing.T, text, line string) {
		file := source.New("config/application.rb", []byte(text))
		s := Read([]*source.File{file}, func(string) queue.Value[string] { return queue.Is("7", nil) })
		for _, v := range []queue.Value[time.Duration]{s.Shutdown, s.Heartbeat, s.Alive} {
			if at := v.Origin().Place(); at.Start > at.End || at.End > len(text) {
				t.Fatal(at)
			}
		}
		Starts(command(line))
	})
}
