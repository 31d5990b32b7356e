package settings

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/configparse/toml"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
	"github.com/qlint-dev/qlint/internal/source"
)

var docs = []*ruledoc.Doc{
	{ID: "QL101", Slug: "job-timeout", Severity: diag.Error}, {ID: "QL110", Slug: "stop-grace", Severity: diag.Error},
	{ID: "QL207", Slug: "backoff-without-jitter", Severity: diag.Info}, {ID: "QL211", Slug: "failed-handler-missing", Severity: diag.Info},
}

const whole = `exclude = ["legacy/**", 'b/*']   # on top

[rules]
"QL2*" = "off"
QL211 = "warning" # the last match wins
"backoff-without-jitter" = 'info'

[assume]
stop_grace = "3600s"
environment = "production"
longest_job = "10m"
env = { REDIS_QUEUE_RETRY_AFTER = "300", "N" = 5 }

[[ignore]]
path = "legacy/**"
rules = ["QL1*",
  "failed-handler-missing"]
reason = """frozen
until the rewrite"""
until = 2027-03-01

[[ignore]]
path = "x"
rules = ["QL101"]
reason = "y"

[[connection]]
name = "billing"
lease = "5m"

[[worker]]
command = "/srv/billing/worker*"
connection = "billing"
timeout = 240
tries = 5

[[job]]
name = "InvoiceRun"
connection = "billing"
timeout = "600"

[go]
check = true
`

func TestSettingsAreReadWithTheirPlaces(t *testing.T) {
	f := source.New("qlint.toml", []byte(whole))
	s, errs := Read(f, docs)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	var got []string
	say := func(at source.Span, format string, args ...any) {
		got = append(got, fmt.Sprintf("%d: %s: %s", at.First(source.Bytes).Line, at.Text(), fmt.Sprintf(format, args...)))
	}
	a := s.Assume
	say(a.StopGrace.Span, "%s", a.StopGrace.Value)
	say(a.Environment.Span, "%s", a.Environment.Value)
	say(a.LongestJob.Span, "%s", a.LongestJob.Value)
	for _, v := range a.Env {
		say(v.Span, "%s=%s", v.Name, v.Value)
	}
	for _, i := range s.Ignores {
		say(i.Span, "%s %v %q %s", i.Path, i.Rules, i.Reason, i.Until.Format(time.DateOnly))
	}
	say(s.Connections[0].Lease.Span, "%s", s.Connections[0].Lease.Value)
	say(s.Workers[0].Timeout.Span, "%s", s.Workers[0].Timeout.Value)
	say(s.Workers[0].Tries.Span, "%d", s.Workers[0].Tries.Value)
	say(s.Jobs[0].Span, "%s", s.Jobs[0].Timeout.Value)
	want := []string{
		`9: "3600s": 1h0m0s`, `10: "production": production`, `11: "10m": 10m0s`, `12: 5: N=5`, `12: "300": REDIS_QUEUE_RETRY_AFTER=300`,
		`14: [[ignore]]: legacy/** [QL1* failed-handler-missing] "frozen\nuntil the rewrite" 2027-03-01`, `22: [[ignore]]: x [QL101] "y" 0001-01-01`,
		`29: "5m": 5m0s`, `34: 240: 4m0s`, `35: 5: 5`, `37: [[job]]: 10m0s`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !slices.Equal(s.Exclude, []string{"legacy/**", "b/*"}) || !s.GoCheck {
		t.Errorf("%v %t", s.Exclude, s.GoCheck)
	}
}

func TestTheLastMatchingLevelWins(t *testing.T) {
	s, errs := Read(source.New("qlint.toml", []byte(whole)), docs)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	level := func(id string) string {
		i := slices.IndexFunc(docs, func(d *ruledoc.Doc) bool { return d.ID == id })
		switch l, set := s.Level(docs[i]); {
		case !set:
			return "unset"
		case l.Off:
			return "off"
		default:
			return l.Severity.String()
		}
	}
	for id, want := range map[string]string{"QL101": "unset", "QL211": "warning", "QL207": "info"} {
		if got := level(id); got != want {
			t.Errorf("%s: %s, want %s", id, got, want)
		}
	}
}

func TestALevelMovesARulesUsualSeverity(t *testing.T) {
	tests := []struct {
		level        string
		usual, found diag.Severity
		want         diag.Severity
	}{
		{"warning", diag.Error, diag.Error, diag.Warning},
		{"info", diag.Error, diag.Warning, diag.Info},
		{"error", diag.Error, diag.Warning, diag.Warning}, // likely stays likely
		{"warning", diag.Info, diag.Info, diag.Warning},
		{"error", diag.Warning, diag.Error, diag.Error},
		{"warning", diag.Error, diag.Info, diag.Info}, // development only
	}
	for _, test := range tests {
		s, errs := Read(source.New("qlint.toml", []byte("rules.QL101 = \""+test.level+"\"")), docs)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		d := &diag.Diagnostic{Severity: test.found}
		s.Adjust(d, &ruledoc.Doc{ID: "QL101", Severity: test.usual})
		if d.Severity != test.want {
			t.Errorf("%s on %s (usually %s): %s, want %s", test.level, test.found, test.usual, d.Severity, test.want)
		}
	}
}

// wrong are settings that are refused, each with its first error.
var wrong = []struct{ text, want string }{
	{"a = ", "1:4 unexpected EOF"},
	{"[rules]\nQL2* = 'off'", `2:4 expected '.' or '=', but got '*' instead: a glob stands in quotes, as in "QL2*"`},
	{"[rules]\nQL101 = \"error\"\nQL101 = \"off\"", "3:"},
	{"exlude = []", `1:1 unknown key "exlude"; did you mean "exclude"?`},
	{"\n[ruels]\nQL101 = 'off'", `2:1 unknown key "ruels"; did you mean "rules"?`},
	{"nothing.like.it = 1", `1:1 unknown key "nothing"`},
	{"exclude = 'x'", "1:11 must be a list of strings"},
	{"exclude = [\n  'a',\n  5]", "3:3 must be a string"},
	{"exclude = ['a[']", `1:12 "a[" is no glob`},
	{"[rules]\nQL999 = 'off'", `2:1 "QL999" is no rule`},
	{"[rules]\nstop-grase = 'off'", `2:1 "stop-grase" is no rule; did you mean "stop-grace"?`},
	{"[rules]\nQL101 = 'fatal'", `2:9 must be "error", "warning", "info" or "off"`},
	{"[rules]\nQL101 = true", `2:9 must be "error", "warning", "info" or "off"`},
	{"rules = 1", "1:9 must be a table"},
	{"assume.stop_grace = 'long'", `1:21 must be a time above 0: 90, "90s" or "5m"`},
	{"assume.stop_grace = 0", "1:21 must be a time above 0"},
	{"assume.longest_job = -5", "1:22 must be a time above 0"},
	{"assume.longest_job = 1.5", "1:22 must be a time above 0"},
	{"assume.'stop_gracé' = 1", `1:1 unknown key "stop_gracé"; did you mean "stop_grace"?`},
	{"assume.environment = ''", "1:22 must not be empty"},
	{"[assume]\nenv = { A = 'x', B = [1] }", "2:22 must be a string"},
	{"assume.env = 'A=1'", "1:14 must be a table"},
	{"go.check = 'yes'", "1:12 must be true or false"},
	{"[ignore]\npath = 'x'", "1:1 must be written as [[ignore]]"},
	{"[[ignore]]\npath = 'x'\nrules = ['QL101']", "1:1 reason is missing"},
	{"[[ignore]]\npath = 'x'\nrules = ['QL101']\nreason = ''", "4:10 must not be empty"},
	{"[[ignore]]\npath = 'x'\nrules = ['QL101', 'QL111']\nreason = 'y'", `3:19 "QL111" is no rule; did you mean "QL101"?`},
	{"[[ignore]]\npath = 'x'\nrules = []\nreason = 'y'", "3:9 must name a rule"},
	{"[[ignore]]\npath = 'x'\nrules = ['QL101']\nreason = 'y'\nuntil = 'soon'", "5:9 must be a date: 2027-03-01"},
	{"[[ignore]]\npath = 'x'\nrules = ['QL101']\nreason = 'y'\n[[ignore]]\npat = 'x'\nrules = ['QL101']\nreason = 'y'", `5:1 path is missing`},
	{"[[connection]]\nname = 'x'", "1:1 lease is missing"},
	{"[[worker]]\ncommand = 'x'\nconnection = 'y'\ntries = '5'", "4:9 must be a whole number, 0 for no limit"},
	{"[[job]]\nname = 'x'\nconnection = 'y'\ntimeut = 5", `4:1 unknown key "timeut"; did you mean "timeout"?`},
}

func TestWhatDoesNotFitIsSaidWithItsPlace(t *testing.T) {
	for _, test := range wrong {
		s, errs := Read(source.New("qlint.toml", []byte(test.text)), docs)
		if len(errs) == 0 {
			t.Errorf("%q is read: %+v", test.text, s)
			continue
		}
		at := errs[0].Span.First(source.CodePoints)
		if got := fmt.Sprintf("%d:%d %s", at.Line, at.Column, errs[0].Message); !strings.HasPrefix(got, test.want) {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
	}
}

func TestEveryErrorIsSaid(t *testing.T) {
	_, errs := Read(source.New("qlint.toml", []byte("[rules]\nQL999 = 'off'\n[[job]]\nnam = 1\n[x]\n")), docs)
	var got []string
	for _, e := range errs {
		got = append(got, e.Message)
	}
	want := []string{`"QL999" is no rule`, "name is missing", "connection is missing", `unknown key "nam"; did you mean "name"?`, `unknown key "x"`}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(whole))
	f.Add([]byte("ignore = [{path='x', rules=['QL101'], reason=\"\"\"a\\\"\"\"\"}]\n[a.b.'c.d']\nx.y = 1\n[[a.e]]\n[[a.e.f]]\n"))
	f.Add([]byte("\ufeff\"a\\u00e9\" . b = [[1, 2], { c = 3 }]\r\n# x\r\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file := source.New("qlint.toml", data)
		s, errs := Read(file, docs)
		if s == nil && len(errs) == 0 {
			t.Error("neither settings nor errors")
		}
		if s == nil {
			return
		}
		for path, p := range toml.Scan(file).Places {
			if !strings.HasSuffix(path, toml.Separator) && p.Key.Text() == "" {
				t.Errorf("%q stands nowhere", path)
			}
		}
	})
}
