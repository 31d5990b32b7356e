package qlint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// testRelease stands for a release's tag in the binary that the tests build.
const testRelease = "v9.8.7"

// binaryDir holds what built; it outlives the test that asks first.
var binaryDir string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "qlint-test-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	binaryDir = dir
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// built is the path of qlint, built once as a release is, with the flags of .goreleaser.yaml.
var built = sync.OnceValues(func() (string, error) {
	config, err := readYAML[releaser](".goreleaser.yaml")
	if err != nil {
		return "", err
	}
	build := config.Builds[0]
	args := append([]string{"build", "-buildvcs=false", "-o", binaryDir + string(filepath.Separator)}, build.Flags...)
	args = append(args, "-ldflags", strings.ReplaceAll(strings.Join(build.LDFlags, " "), "{{ .Tag }}", testRelease), build.Main)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), build.Env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return filepath.Join(binaryDir, "qlint"), nil
})

func qlintBinary(t testing.TB) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
