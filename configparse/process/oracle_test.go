package process

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// TestAgreesWithSupervisor asks the installed Supervisor about configurations made of odd values.
func TestAgreesWithSupervisor(t *testing.T) {
	python := "/usr/bin/python3"
	if err := exec.CommandContext(t.Context(), python, "-c", "import supervisor.options").Run(); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("Supervisor is not installed: ", err)
		}
		t.Skip("Supervisor is not installed: ", err)
	}
	oracle, err := filepath.Abs("testdata/supervisor_oracle.py")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{oracle}
	configs := generate(600)
	for i, text := range configs {
		folder := filepath.Join(dir, strconv.Itoa(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, "supervisord.conf")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	cmd := exec.CommandContext(t.Context(), python, args...)
	cmd.Env = []string{"HOME=/srv/app", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	machine := measured
	if machine.Host, err = os.Hostname(); err != nil {
		t.Fatal(err)
	}
	refused := 0
	answers := json.NewDecoder(bytes.NewReader(out))
	for i, text := range configs {
		var raw json.RawMessage
		if err := answers.Decode(&raw); err != nil {
			t.Fatal(err)
		}
		c := loaderCase{Name: strconv.Itoa(i), Input: text}
		raw = bytes.ReplaceAll(raw, []byte(filepath.Join(dir, strconv.Itoa(i))), []byte("/DIR"))
		if err := json.Unmarshal(raw, &c.Verdict); err != nil {
			t.Fatal(err)
		}
		if !c.Verdict.OK {
			refused++
		}
		checkVerdict(t, c, machine)
	}
	if refused < len(configs)/10 || refused > len(configs)*9/10 {
		t.Errorf("%d of %d configurations are refused: they say too little", refused, len(configs))
	}
}

// odd makes values: mostly good ones with a bad one here and there, the same in every run.
type odd struct{ *rand.Rand }

func (r odd) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r odd) number() string {
	if r.IntN(12) == 0 {
		return r.pick("x", "1 0", "", "0x1", "1.0", "-", "+-1", "1__0", "_1", "1_", "%(nope)s", "%", "0b1", "--1", "%(ENV_NUM)s", "%(process_num)d")
	}
	return r.pick("1", "10", "+3", "-2", "007", " 5 ", "1_000", "%(ENV_N)s", "3600")
}

func (r odd) boolean() string {
	if r.IntN(12) == 0 {
		return r.pick("t", "", "y", "2", "'true'", "unexpected", "true;")
	}
	return r.pick("true", "False", "yes", "NO", "on", "off", "1", "0")
}

// option is one line of a program.
func (r odd) option() string {
	lists := map[string][]string{
		"autorestart":             {"true", "false", "unexpected", "Unexpected", "always"},
		"directory":               {"/srv", "%(here)s", "/a/%(process_num)d/%(ENV_A)s", "/x%%y", "%(ENV_N)s"},
		"environment":             {`A="1"`, `A=1,B="x y"`, `A='%(process_num)d'`, `A=%(ENV_N)s,`, `A`, `A="`, `A=1 B=2`, `A=$X`, "A=#x", `A="a",A="b"`},
		"exitcodes":               {"0", "0,2", " 1 , 2", "", "256", "-1", "0,,1", "1;2"},
		"killasgroup":             {"true", "true", "false"},
		"numprocs":                {"1", "1", "2", "0", "-1", "3"},
		"numprocs_start":          {"0", "1", "5"},
		"process_name":            {"%(program_name)s_%(process_num)02d", "%(group_name)s-%(process_num)s", "x%(process_num)x", "a", "a:b", "%(process_num)5d", "%(nope)s%(process_num)d"},
		"serverurl":               {"AUTO", "http://x"},
		"stdout_logfile":          {"NONE", "auto", "/dev/null", "off", "/dev/%%x", "%(program_name)s.log"},
		"stdout_logfile_maxbytes": {"1MB", "5kb", "0", "1GB", "1M", "MB", "-1kb"},
		"stopsignal":              {"TERM", "sigint", "9", "USR2", "HUP", "QUIT", "16", "64", "33", "BAD", "SIG_IGN", " kill "},
		"umask":                   {"022", "0o22", "8", "7_7", "x"},
	}
	numbers := []string{"priority", "stopwaitsecs", "startsecs", "startretries", "stdout_logfile_backups"}
	booleans := []string{"autostart", "stopasgroup", "redirect_stderr", "stdout_syslog"}
	switch r.IntN(4) {
	case 0:
		return r.pick(numbers...) + "=" + r.number() + "\n"
	case 1:
		return r.pick(booleans...) + "=" + r.boolean() + "\n"
	}
	key := r.pick(slices.Sorted(maps.Keys(lists))...)
	return key + "=" + r.pick(lists[key]...) + "\n"
}

func (r odd) program(kind string, number int) string {
	text := fmt.Sprintf("[%s:p%d]\n", kind, number)
	if r.IntN(20) > 0 {
		text += "command=" + r.pick("/bin/cat", "php %(process_num)02d %(numprocs)d", "x %(ENV_A)s", "date +%%Y", "a 'b c' %(here)s", "%(host_node_name)s") + "\n"
	}
	for range r.IntN(5) {
		text += r.option()
	}
	switch kind {
	case fcgiKind:
		text += "socket=" + r.pick("tcp://localhost:9000", "unix:///tmp/%(program_name)s.sock", "unix://x", "tcp://h", "tcp://h:0", "") + "\n" +
			r.pick("", "socket_backlog="+r.pick("5", "0", "x")+"\n")
	case listenerKind:
		text += "events=" + r.pick("TICK_5", "tick_60,EVENT", "NOPE", "") + "\n" + r.pick("", "buffer_size="+r.pick("1", "0", "-3")+"\n")
	}
	return text
}

func generate(n int) []string {
	r := odd{rand.New(rand.NewPCG(7, 8))}
	out := make([]string, n)
	for i := range out {
		text := "[supervisord]\nenvironment=N=\"4\"\n" +
			r.pick("", "", "loglevel="+r.pick("INFO", "all")+"\n", "minfds="+r.number()+"\n", "nodaemon="+r.boolean()+"\n")
		if r.IntN(5) == 0 {
			text += "[DEFAULT]\nstartsecs=" + r.number() + "\n"
		}
		for k := range 1 + r.IntN(3) {
			text += r.program(r.pick(programKind, programKind, programKind, fcgiKind, listenerKind), k)
		}
		if r.IntN(4) == 0 {
			text += "[group:g]\nprograms=" + r.pick("p0", "p0,p1", "p0, p2", "", "nope") + "\n" + r.pick("", "priority="+r.number()+"\n")
		}
		text += r.pick("", "", "", "[inet_http_server]\nport="+r.pick("9001", "*:9001", "x", "h:", "h:0", "70000")+"\n",
			"[unix_http_server]\nfile=/x\nchmod="+r.pick("0700", "9")+"\nusername=u\n")
		out[i] = text
	}
	return out
}
