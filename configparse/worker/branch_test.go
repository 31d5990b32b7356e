package worker

import (
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestBranchesThatTheVariablesRuleOutAreNotRun(t *testing.T) {
	const worker = "php artisan queue:work\n"
	given := map[string]string{"ROLE": "app", "EMPTY": "", "PATH_": "a/b"}
	for _, test := range []struct {
		script string
		want   int
	}{
		{`if [ "$ROLE" = "queue" ]; then ` + worker + `fi`, 0},
		{`if [ "$ROLE" = "app" ]; then ` + worker + `fi`, 1},
		{`if [ "$ROLE" == 'queue' ]; then :; else ` + worker + `fi`, 1},
		{`if [ "$ROLE" = app ]; then :; elif true; then ` + worker + `fi`, 0},
		{`if [ ! "$ROLE" = app ]; then ` + worker + `fi`, 0},
		{`if ! [ "$ROLE" = app ]; then ` + worker + `fi`, 0},
		{`if [ "$ROLE" != app ]; then ` + worker + `fi`, 0},
		{`if [ -z "$EMPTY" ]; then ` + worker + `fi`, 1},
		{`if [ -n "$EMPTY" ]; then ` + worker + `fi`, 0},
		{`if test "$ROLE" = queue; then ` + worker + `fi`, 0},
		{`if [[ $ROLE == queue || $ROLE == worker ]]; then ` + worker + `fi`, 0},
		{`if [[ $ROLE == a* ]]; then ` + worker + `fi`, 1},
		{`if [ "$ROLE" = queue ] && [ "$OTHER" = 1 ]; then ` + worker + `fi`, 0},
		{`if [ "$ROLE" = app ] && [ "$OTHER" = 1 ]; then ` + worker + `fi`, 1},
		{`if [ "$OTHER" = queue ]; then ` + worker + `fi`, 1},
		{"role=${ROLE:-queue}\nif [ \"$role\" = queue ]; then " + worker + "fi", 0},
		{"role=${EMPTY:-queue}\nif [ \"$role\" = queue ]; then " + worker + "fi", 1},
		{"role=${OTHER:-queue}\nif [ \"$role\" = app ]; then " + worker + "fi", 1},
		{"role=app\nrole=queue\nif [ \"$role\" = queue ]; then " + worker + "fi", 1},
		{"a=$b\nb=$a\nif [ \"$a\" = queue ]; then " + worker + "fi", 1},
		{". ./env\nif [ \"$ROLE\" = queue ]; then " + worker + "fi", 1},
		{"export $(cat .env)\nif [ \"$ROLE\" = queue ]; then " + worker + "fi", 1},
		{"set -e\nif [ \"$ROLE\" = queue ]; then " + worker + "fi", 0},
		{"set -- queue\nif [ \"$ROLE\" = queue ]; then " + worker + "fi", 0},
		{"for ROLE in queue; do if [ \"$ROLE\" = queue ]; then " + worker + "fi; done", 1},
		{`if [ "${ROLE#a}" = queue ]; then ` + worker + `fi`, 1},
		{`if [ "{{ role }}" = queue ]; then ` + worker + `fi`, 1},
		{"case \"$ROLE\" in queue|worker) " + worker + ";; app) exit;; esac", 0},
		{"case \"$ROLE\" in queue) exit;; *) " + worker + ";; esac", 1},
		{"case \"$ROLE\" in a?p) exit;; *) " + worker + ";; esac", 0},
		{"case \"$ROLE\" in app) echo;& queue) " + worker + ";; esac", 1},
		{"case \"$PATH_\" in a*) " + worker + ";; esac", 1},
		{"case \"$OTHER\" in queue) " + worker + ";; esac", 1},
	} {
		file := source.New("run.sh", []byte("#!/bin/bash\n"+test.script+"\n"))
		options := Options{Variable: variablesFrom(given)}
		got := ParseScript(file, file.Span(0, 0), options)
		if len(got) != test.want {
			t.Errorf("%s: %d workers, want %d", strings.TrimSpace(test.script), len(got), test.want)
		}
		if without := ParseScript(file, file.Span(0, 0), Options{}); len(without) == 0 {
			t.Errorf("%s: no worker where nothing is known of the variables", strings.TrimSpace(test.script))
		}
	}
}

// variablesFrom are the variables that a container sets.
func variablesFrom(given map[string]string) func(string) (queue.Variable, bool) {
	return func(name string) (queue.Variable, bool) {
		text, ok := given[name]
		return queue.Variable{Name: name, Value: queue.Is(text, nil)}, ok
	}
}
