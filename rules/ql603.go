package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var envValueBreaks = &Rule{
	Doc: ruledoc.Doc{
		ID: "QL603", Slug: "env-value-breaks", Severity: diag.Error,
		Summary: "a line of an env file stops the application, or its value is not the number that is written",
		Why: "Laravel's reader of env files refuses a blank in an unquoted value, text behind closing quotes, an unknown escape or an unclosed quote, and then nothing " +
			"starts: no request, no worker (exit 1). It does not calculate: `60*5` read as a number is 60, `5m` is 5, `1_000` is 1, and `0x1F` is 0.\n\nA line that is refused is an " +
			"error, a warning in an example file, which is copied by hand. A value of which PHP keeps the first digits only is a warning, where it becomes a clock or count " +
			"of a queue; `90s` is 90 seconds after all, and silent. A variable that is set twice to different values is information: the last counts.",
		Fix:        "Put values with blanks into quotes, and write numbers as plain digits.",
		Bad:        envExample("REDIS_QUEUE_RETRY_AFTER=60*5 # want QL603\n"),
		Good:       envExample("REDIS_QUEUE_RETRY_AFTER=300 # five minutes\n"),
		References: []string{"https://github.com/vlucas/phpdotenv#usage"},
	},
	Check: func(app *queue.App) []*diag.Diagnostic {
		return slices.Concat(refusedLines(app), repeatedVariables(app), misreadNumbers(app))
	},
}

func refusedLines(app *queue.App) []*diag.Diagnostic {
	if app.EnvFile == nil {
		return nil
	}
	severity := diag.Error
	outcome := "nothing of the application starts with this file: artisan exits with 1, and so does every worker"
	if !app.Environment.Evidence {
		severity = diag.Warning
		outcome = "an application whose .env is a copy of this file does not start"
	}
	var out []*diag.Diagnostic
	for _, f := range app.EnvFile.Faults {
		out = append(out, &diag.Diagnostic{
			Severity: severity,
			Place:    diag.Place{Span: f.Span, Role: diag.RoleOrigin, Label: "refused"},
			Message:  "Laravel does not start with this line: " + f.Message,
			Outcome:  outcome,
			Fix:      "put the value into quotes",
			Names:    []string{f.Span.Text()},
			Cause:    "env file " + f.Span.Path(),
		})
	}
	if lost := app.EnvFile.Lost; !lost.IsZero() {
		out = append(out, &diag.Diagnostic{
			Severity: diag.Warning,
			Place:    diag.Place{Span: firstLine(lost), Role: diag.RoleOrigin, Label: "this quote is never closed"},
			Message:  "a quote that is never closed swallows the rest of the file",
			Outcome:  "none of the variables from here on is set",
			Fix:      "close the quote",
			Names:    []string{"unclosed quote"},
			Cause:    "env file " + lost.Path(),
		})
	}
	return out
}

// firstLine is the first line of a span.
func firstLine(s source.Span) source.Span {
	if i := strings.IndexByte(s.Text(), '\n'); i >= 0 {
		s.End = s.Start + i
	}
	return s
}

func repeatedVariables(app *queue.App) []*diag.Diagnostic {
	if app.EnvFile == nil {
		return nil
	}
	var out []*diag.Diagnostic
	for _, r := range app.EnvFile.Repeated {
		out = append(out, &diag.Diagnostic{
			Severity: diag.Info,
			Place:    diag.Place{Span: r.First, Role: diag.RoleOrigin, Label: "replaced below"},
			Message:  r.Name + " is set twice, to different values: the last counts",
			Related:  []diag.Place{{Span: r.Last, Role: diag.RoleOrigin, Label: "this one counts"}},
			Outcome:  "a change of the first line changes nothing",
			Fix:      "remove one of them",
			Names:    []string{r.Name},
			Cause:    r.Name + " in " + r.First.Path(),
		})
	}
	return out
}

var (
	plainNumber  = pattern.New(`^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*(?:s|secs?|seconds)?$`)
	leadingDigit = pattern.New(`^\s*[+-]?\d+(?:\.\d+)?`)
	envKeyword   = pattern.New(`(?i)^\(?(?:true|false|null|empty)\)?$`)
)

// misreadNumbers are variables that become a clock or count of a queue although they are not written as a number.
func misreadNumbers(app *queue.App) []*diag.Diagnostic {
	var out []*diag.Diagnostic
	look := func(what string, origin *queue.Origin) {
		origin.Steps(func(step *queue.Origin) bool {
			if step.Via != queue.ViaEnvFile || step.Variable == "" || step.Span.IsZero() || step.From != nil {
				return true
			}
			text := strings.Trim(step.Span.Text(), `"'`)
			twice := slices.ContainsFunc(out, func(d *diag.Diagnostic) bool { return d.Place.Span == step.Span })
			if text == "" || strings.Contains(text, "$") || plainNumber.MatchString(text) || envKeyword.MatchString(text) || twice {
				return true
			}
			read := leadingDigit.FindString(text)
			if read == "" {
				read = "0"
			}
			out = append(out, &diag.Diagnostic{
				Severity: diag.Warning,
				Place:    diag.Place{Span: step.Span, Role: diag.RoleOrigin, Label: "read as " + strings.TrimSpace(read)},
				Message:  fmt.Sprintf("%s=%s is no number: PHP reads %s of it for %s", step.Variable, text, strings.TrimSpace(read), what),
				Outcome:  what + " is not what is written",
				Fix:      "write plain digits",
				Names:    []string{step.Variable},
				Cause:    step.Variable + " in " + step.Span.Path(),
			})
			return true
		})
	}
	number := func(what string, v queue.Value[queue.Scalar]) {
		if s, ok := v.Get(); ok && (s.Kind == queue.IntScalar || s.Kind == queue.FloatScalar) {
			look(what, v.Origin())
		}
	}
	for _, c := range app.Connections {
		if c.UsedBy != "" {
			number(fmt.Sprintf("retry_after of %q", c.Name), c.Setting("retry_after"))
			number(fmt.Sprintf("block_for of %q", c.Name), c.Setting("block_for"))
		}
	}
	for _, w := range supervisors(app) {
		for _, key := range []string{"timeout", "maxTries", "maxProcesses", "minProcesses", "memory"} {
			number(fmt.Sprintf("%s of the Horizon supervisor %q", key, w.Name), w.Settings[key].Value)
		}
	}
	for _, j := range app.Jobs {
		if _, ok := j.Timeout.Get(); ok {
			look("the timeout of "+j.Name, j.Timeout.Origin())
		}
		if _, ok := j.Tries.Get(); ok {
			look("the tries of "+j.Name, j.Tries.Origin())
		}
	}
	return out
}

func envExample(line string) string {
	return `-- composer.json --
{"require": {"laravel/framework": "^12.0"}}
-- config/queue.php --
<?php

return [
    'default' => 'redis',
    'connections' => [
        'redis' => [
            'driver' => 'redis',
            'queue' => 'default',
            'retry_after' => (int) env('REDIS_QUEUE_RETRY_AFTER', 90),
        ],
    ],
];
-- .env.production --
APP_ENV=production
` + line
}
