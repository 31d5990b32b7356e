package php

import (
	"bytes"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// requirePHP skips a test where there is no PHP, but fails it in continuous integration.
func requirePHP(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("php")
	if err == nil {
		return path
	}
	if os.Getenv("CI") == "true" {
		t.Fatal("php is not installed")
	}
	t.Skip("php is not installed")
	return ""
}

// TestParsesWhatPHPParses gives the same files to PHP's parser: what it accepts must have no errors here. PHP may be older
// than 8.5 and refuse more.
func TestParsesWhatPHPParses(t *testing.T) {
	php := requirePHP(t)
	files := phpFiles(t, "testdata")
	if dir := os.Getenv("QLINT_PHP_CORPUS"); dir != "" {
		maps.Copy(files, phpFiles(t, dir))
	}
	paths := slices.Sorted(maps.Keys(files))
	paths = slices.DeleteFunc(paths, func(p string) bool { return strings.ContainsRune(p, '\n') })
	cmd := exec.CommandContext(t.Context(), php, "testdata/accepts.php")
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\n") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	verdicts := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(verdicts) != len(paths) || len(paths) < 5 {
		t.Fatalf("%d verdicts for %d files", len(verdicts), len(paths))
	}
	accepted, stricter := 0, 0
	for i, path := range paths {
		errs := Parse(files[path]).Errors
		switch {
		case verdicts[i] != "ok" && len(errs) == 0:
			stricter++ // newer syntax, or an error that is none for us
		case verdicts[i] == "ok":
			accepted++
			if len(errs) > 0 && compiles(t, php, path) {
				line := 1 + bytes.Count(files[path][:errs[0].Pos], []byte("\n"))
				t.Errorf("%s:%d: PHP accepts this, but: %s", path, line, errs[0].Message)
			}
		}
	}
	t.Logf("%d files, %d accepted by PHP, %d refused by PHP alone", len(paths), accepted, stricter)
}

// compiles gives PHP's last word on a file: its parser accepts some code that its compiler always refuses.
func compiles(t *testing.T, php, path string) bool {
	return exec.CommandContext(t.Context(), php, "-l", path).Run() == nil
}
