package solidqueue

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestTakersAreTheWorkersOfTheEnvironment(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"section", "default: &d\n  workers:\n    - queues: [a, 'b*']\n      processes: <%= ENV.fetch(\"N\", 1) %>\nproduction:\n  <<: *d\n", "a b*"},
		{"no section", "workers:\n  - queues: é\n  - threads: 2\n", "é|*"},
		{"other section", "development:\n  workers: [{queues: a}]\n", "?"},
		{"names by ERB", "production:\n  workers: [{queues: \"<%= Q %>\"}]\n", "?"},
		{"lines by ERB", "<% if x %>\nproduction:\n  workers: [{queues: a}]\n<% end %>\n", "?"},
		{"comma in a text", "workers:\n  - queues: a,b\n", "?"},
		{"no workers", "production:\n  dispatchers: [{batch_size: 1}]\n", "?"},
		{"broken", "workers: [\n", "?"},
		{"two documents", "workers: [{queues: a}]\n---\nworkers: [{queues: b}]\n", "?"},
	} {
		takers, why := Takers(source.New("config/queue.yml", []byte(c.text)), "production")
		got := "?"
		if why == "" {
			var all []string
			for _, taker := range takers {
				all = append(all, strings.Join(taker.Queues, " "))
			}
			got = strings.Join(all, "|")
		}
		if got != c.want {
			t.Errorf("%s: %s %s, want %s", c.name, got, why, c.want)
		}
	}
}

func TestTasksOfTheEnvironment(t *testing.T) {
	const text = "production:\n  é: { class: A, schedule: every day }\n  b: { command: x, queue: low, schedule: every day }\n  c: { command: x }\n  d: { command: x, queue: <%= Q %>, schedule: every day }\nstaging:\n  e: { class: B, schedule: every day }\n"
	var got []string
	for _, task := range Tasks(source.New("config/recurring.yml", []byte(text)), "production") {
		q, _ := task.Queue.Get()
		got = append(got, task.Name+"/"+task.Class+"/"+q+"/"+task.Span.Text())
	}
	if want := "é/A//é b//low/b d///d"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

func FuzzWorkers(f *testing.F) {
	f.Add("default: &d\n  workers:\n    - queues: [a, 'é*']\nproduction:\n  <<: *d\n  t: {class: A, schedule: x, queue: b}\n")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("config/queue.yml", []byte(text))
		takers, _ := Takers(file, "production")
		for _, taker := range takers {
			if taker.Span.Start > taker.Span.End || taker.Span.End > len(text) {
				t.Fatal(taker.Span)
			}
			taker.Takes("a")
		}
		Tasks(file, "production")
	})
}
