package qlint_test

import (
	"errors"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// consoleBlock is a fenced block that shows a command and what it prints.
var consoleBlock = regexp.MustCompile("(?ms)^```console\n\\$ (.*?)\n(.*?)^```$")

// Every console block of the README is what its command prints.
func TestReadmeShowsWhatItsCommandsPrint(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := consoleBlock.FindAllStringSubmatch(string(readme), -1)
	if len(blocks) == 0 {
		t.Fatal("the README shows no command")
	}
	for _, block := range blocks {
		words := strings.Fields(block[1])
		if words[0] != "go" {
			t.Errorf("%s: only commands of this repository can be shown", block[1])
			continue
		}
		cmd := exec.CommandContext(t.Context(), words[0], words[1:]...)
		out, err := cmd.Output()
		if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || len(out) == 0) {
			t.Fatalf("%s: %v\n%s", block[1], err, exit.Stderr)
		}
		if diff := cmp.Diff(strings.TrimRight(block[2], "\n"), strings.TrimRight(string(out), "\n")); diff != "" {
			t.Errorf("%s (-README +printed):\n%s", block[1], diff)
		}
	}
}
