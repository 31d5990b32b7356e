package lint

import (
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/qlint-dev/qlint/internal/discover"
)

func TestFilesThatArePresentAndCannotBeReadAreProblems(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{
		"composer.json":      `{"require": {"laravel/framework": "^12.0"}}`,
		"config/app.php":     "<?php return [];\n",
		"app/Jobs/Other.php": "<?php\n",
	} {
		at := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	outside := filepath.Join(t.TempDir(), "outside.php")
	if err := os.WriteFile(outside, []byte("<?php return ['default' => 'redis'];\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for link, to := range map[string]string{"config/queue.php": outside, ".env.production": "nowhere", "app/Gone.php": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(root, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(root, "composer.lock"), 0o600); err != nil {
		t.Fatal(err)
	}
	repo, err := discover.Open(root, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer repo.Close()
	result, err := Repository(t.Context(), repo, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range result.Diagnostics {
		if d.Rule == "QL001" {
			got = append(got, d.Place.Span.Path())
		}
	}
	slices.Sort(got)
	if want := []string{".env.production", "composer.lock", "config/queue.php"}; !slices.Equal(got, want) {
		t.Errorf("QL001 for %v, want %v", got, want)
	}
	if app := result.Apps[0]; len(app.Connections) > 0 && app.MoreConnections == "" {
		t.Error("a configuration that cannot be read counts as absent")
	}
}
