package lint

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/qlint-dev/qlint/configparse/process"
	"github.com/qlint-dev/qlint/configparse/worker"
	"github.com/qlint-dev/qlint/internal/source"
)

// stoppedPrograms are a worker that finishes, one that needs longer than it is given, and one behind a shell that keeps the signal.
const stoppedPrograms = `[supervisord]
nodaemon=true
logfile=%(here)s/log
pidfile=%(here)s/pid

[program:finishes]
command=sh -c 'exec ./artisan queue:work finishes'
stopwaitsecs=20
priority=10

[program:killed]
command=./artisan queue:work killed
stopwaitsecs=1
priority=20

[program:wrapped]
command=sh -c './artisan queue:work wrapped; true'
stopwaitsecs=20
priority=30
`

// standIn is a worker that notes the signal and takes a while to finish; the one that is to be killed takes longer than any stop.
const standIn = `#!/bin/bash
trap 'echo $2 >> told; [ $2 = killed ] && sleep 8; exit 0' TERM
echo $2 $$ >> started
while true; do sleep 0.1; done
`

func TestSupervisordStopsAsItsConfigurationIsRead(t *testing.T) {
	if _, err := exec.LookPath("/usr/bin/supervisord"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"supervisord.conf": stoppedPrograms, "artisan": standIn} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	daemon := exec.CommandContext(ctx, "/usr/bin/supervisord", "-c", "supervisord.conf")
	daemon.Dir = dir
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	for len(linesOf(filepath.Join(dir, "started"))) < 3 && ctx.Err() == nil {
		time.Sleep(50 * time.Millisecond)
	}
	_ = daemon.Process.Signal(syscall.SIGTERM)
	_ = daemon.Wait()
	for _, line := range linesOf(filepath.Join(dir, "started")) {
		defer end(line) // the orphan
	}
	log := strings.Join(linesOf(filepath.Join(dir, "log")), "\n")
	var order []string
	for _, m := range regexp.MustCompile(`stopped: (\w+) `).FindAllStringSubmatch(log, -1) {
		order = append(order, m[1])
	}
	config := process.Load(source.NewTree(os.DirFS(dir), []string{"supervisord.conf"}), source.New("supervisord.conf", []byte(stoppedPrograms)), process.Options{})
	var predicted, reached []string
	for _, p := range slices.Backward(config.Programs) {
		predicted = append(predicted, p.Name)
		commands := worker.ParseCommand(p.CommandText, worker.Options{Shell: "dash"})
		worker.Assign(p.Program, commands)
		if commands[0].Worker.Barrier() == nil {
			reached = append(reached, p.Name)
		}
	}
	if !slices.Equal(order, predicted) {
		t.Errorf("stopped in the order %v, read as %v\n%s", order, predicted, log)
	}
	if told := linesOf(filepath.Join(dir, "told")); !slices.Equal(told, reached) {
		t.Errorf("the signal reached %v, read as %v\n%s", told, reached, log)
	}
	if killed := regexp.MustCompile(`stopped: (\w+) \(terminated by SIGKILL\)`).FindAllStringSubmatch(log, -1); len(killed) != 1 || killed[0][1] != "killed" {
		t.Errorf("killed: %v\n%s", killed, log)
	}
}

func linesOf(path string) []string {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(data)), "\n")
}

// end kills the process of a line of `started`.
func end(line string) {
	_, pid, _ := strings.Cut(line, " ")
	_ = exec.Command("kill", "-KILL", pid).Run() //nolint:noctx // it ends at once
}
