package systemd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

// analyze is systemd-analyze; a test without it is skipped, except where everything has to be there.
func analyze(t *testing.T) string {
	t.Helper()
	tool, err := exec.LookPath("systemd-analyze")
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	return tool
}

// What systemd makes of time spans.
var spans = []string{
	"90", "5m30", "5m 30", "5m30s", "1h 30", "1.5h", "+5", "5 m", "infinity", " infinity ", "infinityx", "0", "", "10M", "10m", "1min", "10mins",
	"1hrs", "1hr", "90S", "1H", "abc", `"90"`, "600 # x", "600 ; x", "600s;", "3.", ".5", "3. 1", "3.sec", "12.34 .56", "12.34.56", "1.5.5", "0.-0", "3.+1",
	"5s 5", "5s5", "1y", "2months", "1month 1d", "5us", "5µs", "5μs", "100ms", "100msec", "1.0001s", "99999999999999999999", "1000000000000y",
	"9223372036854775807us", "0x10", "1e3", "1_000", "1,5", "+ 5", "+-5", "1 2 3", "1w2d3h4m5s", "10 minutes", "1 Minute", "30seconds", "1sec1", "５",
}

var microseconds = regexp.MustCompile(`μs: (\d+)`)

func TestTimeSpansAgreeWithSystemd(t *testing.T) {
	tool := analyze(t)
	for _, s := range spans {
		out, err := exec.CommandContext(t.Context(), tool, "timespan", "--", s).CombinedOutput()
		want := ""
		if m := microseconds.FindSubmatch(out); err == nil && m != nil {
			want = string(m[1])
		} else if _, reason, ok := strings.Cut(strings.TrimSpace(string(out)), "': "); ok {
			want, _, _ = strings.Cut(reason, "\n")
		}
		usec, parseErr := ParseSpan(s)
		got := strconv.FormatUint(usec, 10)
		if parseErr != nil {
			got = parseErr.Error()
		}
		if got != want {
			t.Errorf("%q: %s, systemd says %s", s, got, want)
		}
	}
}

// What systemd says of the lines of a unit.
var units252 = []string{
	"[service]\nA=b\n[Service]\nExecStart=/bin/true\n",
	"[X-Own]\nno sign\n[Service]\nExecStart=/bin/true\n",
	"A=b\n[Service]\nExecStart=/bin/true\n",
	"[Service]\nExecStart=/bin/true\nno sign\n = x\nType=simple\n",
	"[Service]\nExecStart=/bin/true\n[Service \nA=b\n",
	"[Service]\nExecStart=/bin/true\nDescription \\\n# comment\n and more\nType=simple\n",
	"[Service]\r\nExecStart=/bin/true\r\nno sign\r\n",
	"[Service]\rExecStart=/bin/true\rno sign\r",
	"[Service]\nExecStart=/bin/true \\\n\nno sign\n",
	"[Service]\nExecStart=/bin/true \\\\\nno sign\n",
	"\ufeff[Service]\nExecStart=/bin/true\nno sign\n",
	"[Service]\nExecStart=/bin/true \"a b\n",
	"[Service]\nExecStart=/bin/true \\q\n",
	"[Service]\nExecStart=/bin/true a\"b c\"d\n",
	"[Service]\nExecStart=/bin/true a\"b c\n",
	"[Service]\nExecStart=relative/x\n",
	"[Service]\nExecStart=-\n",
	"[Service]\nExecStart=/bin/\n",
	"[Service]\nExecStart=+!/bin/true\n",
	"[Service]\nExecStart=!!:-@/bin/true x y\n",
	"[Service]\nExecStart=/bin/true ; /bin/false\nType=oneshot\n",
	"[Service]\nExecStart=/bin/true \\; x\n",
	"[Service]\nExecStart=/bin/true\nEnvironment=é=\xff\n",
	"[Service]\nExecStart=\nExecStart=/bin/true\n",
}

func TestFaultsAgreeWithSystemd(t *testing.T) {
	tool := analyze(t)
	folder := t.TempDir()
	for i, text := range units252 {
		name := fmt.Sprintf("case%d.service", i)
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, _ := exec.CommandContext(t.Context(), tool, "--man=no", "verify", path).CombinedOutput()
		var want []string
		for line := range strings.Lines(string(out)) {
			message, ours := strings.CutPrefix(strings.TrimSpace(line), path+":")
			// What follows a refusal, and what changes nothing, is not told.
			if ours && !strings.Contains(message, "Failed to parse file") && !strings.Contains(message, "unknown escape sequences") {
				want = append(want, message)
			}
		}
		got := faults(Parse(source.New(name, []byte(text)), ServiceSections()...))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: (-systemd +qlint)\n%s", text, diff)
		}
	}
}

// faults is what systemd would say of a file, with the numbers of the lines.
func faults(f *File) []string {
	var out []string
	for _, e := range f.Errors {
		out = append(out, fmt.Sprintf("%d: %s", e.Line, e.Message))
	}
	for _, s := range f.Sections {
		for _, a := range s.Assignments {
			if a.Key != "ExecStart" || s.Ignored {
				continue
			}
			line := a.Value.Whole().First(source.Bytes).Line
			if _, err := ParseExec(a.Value); err != nil {
				out = append(out, fmt.Sprintf("%d: %s", line, err))
			}
		}
	}
	slices.Sort(out)
	return out
}

func TestDropInsAreOrderedAsSystemdOrdersThem(t *testing.T) {
	tool := analyze(t)
	root := t.TempDir()
	write := func(path string) *File {
		full := filepath.Join(root, "etc", path)
		if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
			t.Fatal(err)
		}
		text := "[Service]\n# " + path + "\nA=" + path + "\n"
		if err := os.WriteFile(full, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return Parse(source.New(path, []byte(text)))
	}
	main := write("x.service")
	var dropIns []*File
	for _, name := range []string{"override.conf", "10-a.conf", "9-b.conf", "B.conf", "a.conf", "é.conf"} {
		dropIns = append(dropIns, write("x.service.d/"+name))
	}
	out, err := exec.CommandContext(t.Context(), tool, "cat-config", "--root="+root, "x.service").Output()
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for line := range strings.Lines(string(out)) {
		if value, ok := strings.CutPrefix(line, "A="); ok {
			want = append(want, strings.TrimSpace(value))
		}
	}
	for _, a := range Merge("x.service", main, dropIns).All("Service", "A") {
		got = append(got, a.Value.String)
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) != 7 {
		t.Error(diff)
	}
}
