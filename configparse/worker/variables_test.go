package worker

import (
	"fmt"
	"strings"
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestAWordIsWhatTheScriptsVariablesMakeOfIt(t *testing.T) {
	given := map[string]string{"SECONDS_": "45", "EMPTY": ""}
	lib := map[string]string{
		"/lib/functions.sh": "ready() { STATE=1; }\n",
		"/lib/settings.sh":  "T=80\n",
		"/lib/loop.sh":      ". /lib/loop.sh\n",
		"/lib/open.sh":      "eval \"$1\"\n",
	}
	for _, test := range []struct{ script, option, want string }{
		{`exec php artisan queue:work --timeout="$SECONDS_"`, "timeout", "45"},
		{`exec php artisan queue:work --timeout=$SECONDS_`, "timeout", "45"},
		{`exec php artisan queue:work --timeout=${SECONDS_:-90}`, "timeout", "45"},
		{`exec php artisan queue:work --timeout=${EMPTY:-90}`, "timeout", "90"},
		{`exec php artisan queue:work --timeout="${EMPTY-90}"`, "timeout", ""},
		{`exec php artisan queue:work --timeout="${OTHER:-90}"`, "timeout", "90 unless OTHER is set"},
		{`exec php artisan queue:work --timeout="${OTHER-90}"`, "timeout", "90 unless OTHER is set"},
		{"T=\"${T:-90}\"\nexec php artisan queue:work --timeout=\"${T}\"", "timeout", "90 unless T is set"},
		{"SECONDS_=\"${SECONDS_:-90}\"\nexec php artisan queue:work --timeout=\"${SECONDS_}\"", "timeout", "45"},
		{": \"${T:=90}\"\nexec php artisan queue:work --timeout=$T", "timeout", "90 unless T is set"},
		{": ${SECONDS_:=90}\nexec php artisan queue:work --timeout=$SECONDS_", "timeout", "45"},
		{"export T=9\nreadonly U=$T\nexec php artisan queue:work --timeout=${U}0", "timeout", "90"},
		{"T=9\nT=80\nphp artisan queue:work --timeout=$T\nT=7", "timeout", "80"},
		{"run() { php artisan queue:work --timeout=$T; }\nT=80\nrun", "timeout", "80"},
		{"T=80\nOPTIONS=\"--tries=3 --timeout=$T\"\nphp artisan queue:work $OPTIONS", "timeout", "80"},
		{"OPTIONS=\nphp artisan queue:work $OPTIONS --timeout=8", "timeout", "8"},
		{"Q='a,b'\nphp artisan queue:work --queue=\"$Q\"", "queue", "a,b"},
		{". /lib/functions.sh\nT=80\nphp artisan queue:work --timeout=$T", "timeout", "80"},
		{"ROOT=/lib\nsource \"$ROOT/functions.sh\"\nT=80\nphp artisan queue:work --timeout=$T", "timeout", "80"},

		{`exec php artisan queue:work --timeout="$OTHER"`, "timeout", "unknown"},
		{`exec php artisan queue:work --timeout="${OTHER:?}"`, "timeout", "unknown"},
		{`exec php artisan queue:work --timeout="${1:-90}"`, "timeout", "unknown"},
		{`exec php artisan queue:work --timeout="${SECONDS_%5}"`, "timeout", "unknown"},
		{`exec php artisan queue:work --timeout="${SECONDS_[0]}"`, "timeout", "unknown"},
		{"T=80\nif [ -n \"$X\" ]; then T=90; fi\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n[ -n \"$X\" ] && T=90\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nset_it() { T=90; }\nset_it\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nread -r T < /etc/timeout\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nT+=0\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n(( T += 5 ))\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nfor T in 1 2; do :; done\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nwhile :; do php artisan queue:work --timeout=$T; T=90; done", "timeout", "unknown"},
		{"T=$(cat /etc/timeout)\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n. /etc/default/worker\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n. /lib/settings.sh\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n. /lib/loop.sh\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\n. /lib/open.sh\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\neval \"$(cat x)\"\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nexport $(cat .env)\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
		{"T=80\nread \"$name\"\nphp artisan queue:work --timeout=$T", "timeout", "unknown"},
	} {
		file := source.New("run.sh", []byte("#!/bin/bash\n"+test.script+"\n"))
		found := ParseScript(file, file.Span(0, 0), Options{Variable: variablesFrom(given), Script: func(path string) *source.File {
			if text, ok := lib[path]; ok {
				return source.New(strings.TrimPrefix(path, "/"), []byte(text))
			}
			return nil
		}})
		if len(found) != 1 {
			t.Errorf("%s: %d commands", test.script, len(found))
			continue
		}
		if got := optionText(found[0], test.option); got != test.want {
			t.Errorf("%s: --%s is %q, want %q", test.script, test.option, got, test.want)
		}
	}
}

// optionText is an option's value in a test's words.
func optionText(c *Command, name string) string {
	for _, o := range c.Options {
		if o.Name != name {
			continue
		}
		text, known := o.Value.Get()
		if open := o.Value.Origin().OpenVariables(); open != nil {
			text += " unless " + strings.Join(open, ", ") + " is set"
		}
		if o.Value.IsUnknown() {
			return "unknown"
		} else if known {
			return text
		}
	}
	return "none"
}

func TestADefaultDoesNotMakeAWorker(t *testing.T) {
	for script, want := range map[string]int{
		"exec php artisan ${COMMAND:-queue:work}":              0,
		"COMMAND=queue:work\nexec php artisan $COMMAND":        1,
		"COMMAND='php artisan queue:work'\nexec $COMMAND":      1,
		"PHP=${PHP:-php8.3}\nexec $PHP artisan queue:work":     1,
		"ARTISAN='artisan'\nexec php $ARTISAN queue:work":      1,
		"COMMAND=migrate\nexec php artisan $COMMAND --once":    0,
		"COMMAND='queue:w*'\nexec php artisan $COMMAND":        0,
		"COMMAND='echo artisan queue:work'\nexec \"$COMMAND\"": 0,
	} {
		file := source.New("run.sh", []byte("#!/bin/bash\n"+script+"\n"))
		if got := ParseScript(file, file.Span(0, 0), Options{}); len(got) != want {
			t.Errorf("%s: %d workers, want %d", script, len(got), want)
		}
	}
}

func TestVariablesOfVariablesAreBounded(t *testing.T) {
	var script strings.Builder
	script.WriteString("#!/bin/bash\nA0=" + strings.Repeat("x", 100) + "\n")
	for i := range 60 {
		fmt.Fprintf(&script, "A%d=%s\n", i+1, strings.Repeat(fmt.Sprintf("$A%d", i), 50))
	}
	script.WriteString("php artisan queue:work --queue=$A60\n")
	file := source.New("run.sh", []byte(script.String()))
	found := ParseScript(file, file.Span(0, 0), Options{})
	if len(found) != 1 || optionText(found[0], "queue") != "unknown" {
		t.Errorf("%d commands", len(found))
	}
}
