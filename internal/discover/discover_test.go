package discover

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/source"
)

func TestOtherPeoplesFoldersAreLeftOut(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{
		"app/A.php": "", "app/Docs/B.php": "", "vendor/a/b.php": "", "web/node_modules/c.js": "", "testdata/d": "", "tests/fixtures/e": "",
		"docs/f.conf": "", "storage/framework/g.php": "", "framework/h.php": "", "api/bootstrap/cache/i.php": "", ".git/j": "", "examples/k": "", "legacy/l.php": "", "legacy/m/n.php": "",
	})
	got := open(t, root, "legacy/**").Tree.Paths()
	if diff := cmp.Diff([]string{"app/A.php", "app/Docs/B.php", "framework/h.php"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestAWrongGlobIsRefused(t *testing.T) {
	if _, err := Open(t.TempDir(), []string{"a[" + "b"}); err == nil {
		t.Error("an unclosed class is accepted")
	}
}

func TestARepositoryIsTheNearestParentWithGit(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{
		"repo/.git/HEAD": "", "repo/.gitignore": "/build/\n", "repo/app/Jobs/A.php": "", "repo/testdata/shop/composer.json": "", "repo/testdata/shop/app/B.php": "",
		"repo/testdata/plain/x.conf": "", "repo/build/site/artisan": "", "repo/build/site/config/queue.php": "", "repo/sub/.git/HEAD": "", "repo/sub/x": "", "plain/y/z": "",
	})
	tests := []struct{ path, want string }{
		{"repo", "repo"},
		{"repo/app/Jobs", "repo"},
		{"repo/app/Jobs/A.php", "repo"},
		{"repo/testdata", "repo/testdata"},
		{"repo/testdata/shop/app", "repo/testdata/shop"},
		{"repo/testdata/shop/app/B.php", "repo/testdata/shop"},
		{"repo/testdata/plain", "repo/testdata/plain"},
		{"repo/testdata/plain/x.conf", "repo/testdata/plain"},
		{"repo/build/site/config", "repo/build/site"},
		{"repo/sub", "repo/sub"},
		{"plain", "plain"},
		{"plain/y/z", "plain/y"},
	}
	for _, test := range tests {
		got, err := Find(filepath.Join(root, test.path))
		if want := filepath.Join(root, test.want); got != want || err != nil {
			t.Errorf("Find(%s) = %s, %v, want %s", test.path, got, err, want)
		}
	}
	if _, err := Find(filepath.Join(root, "nowhere")); err == nil || !strings.HasSuffix(err.Error(), "nowhere: no such file or directory") {
		t.Errorf("a path that is not there: %v", err)
	}
}

func TestLinksNeverLeadOutside(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{
		"outside/secret": "s", "repo/a": "text", "repo/dir/b": "", "repo/.gitignore": ".env\n", "repo/.env": "KEY=1", "repo/vendor/c": "",
	})
	for at, to := range map[string]string{
		"out": "../outside/secret", "absolute": filepath.Join(root, "outside/secret"), "folder": "dir", "away": "../outside", "good": "a",
		"dir/up": "../a", "twice": "dir/up", "circle1": "circle2", "circle2": "circle1", "self": "self", "dangling": "nowhere",
		"ignored": ".env", "theirs": "vendor/c", "dir/around": "../../repo/a",
	} {
		if err := os.Symlink(to, filepath.Join(root, "repo", at)); err != nil {
			t.Skip(err)
		}
	}
	repo := open(t, filepath.Join(root, "repo"))
	if diff := cmp.Diff([]string{".gitignore", "a", "dir/b", "dir/up", "good", "twice"}, repo.Tree.Paths()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if unread := repo.Scan(func(string) Look { return func([]byte) bool { return true } }); len(unread) > 0 {
		t.Errorf("unread: %v", unread)
	}
	if f, err := repo.Tree.Read("twice"); err != nil || string(f.Data) != "text" {
		t.Errorf("through a link: %v", err)
	}
}

func TestScanKeepsWhatTheCallerWants(t *testing.T) {
	root := t.TempDir()
	files := map[string]string{"named": "n", "never": "x"}
	for i := range 200 {
		files[fmt.Sprintf("d%d/f%d", i%3, i)] = strings.Repeat("text ", i*100) + map[bool]string{true: "MARK", false: ""}[i%7 == 0]
	}
	write(t, root, files)
	repo := open(t, root)
	unread := repo.Scan(func(p string) Look {
		switch {
		case p == "named":
			return func([]byte) bool { return true }
		case strings.HasPrefix(p, "d"):
			return func(data []byte) bool { return bytes.HasSuffix(data, []byte("MARK")) }
		}
		return nil
	})
	if len(unread) > 0 {
		t.Fatal(unread)
	}
	os.RemoveAll(root) // what was kept is in memory
	for name, text := range files {
		f, err := repo.Tree.Read(name)
		kept := name == "named" || strings.HasSuffix(text, "MARK")
		if kept != (err == nil) || kept && string(f.Data) != text {
			t.Errorf("%s: kept %t, want %t", name, err == nil, kept)
		}
	}
}

func TestHeldBytesStandInForFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "on disk", "b": "b"})
	repo := open(t, root)
	repo.Hold("a", []byte("in the editor"))
	repo.Hold("new/c", []byte("not yet on disk"))
	seen := map[string]string{}
	var mu sync.Mutex
	if unread := repo.Scan(func(p string) Look {
		return func(data []byte) bool {
			mu.Lock()
			defer mu.Unlock()
			seen[p] = string(data)
			return true
		}
	}); len(unread) > 0 {
		t.Fatal(unread)
	}
	for p, want := range map[string]string{"a": "in the editor", "b": "b", "new/c": "not yet on disk"} {
		if f, err := repo.Tree.Read(p); err != nil || string(f.Data) != want || seen[p] != want {
			t.Errorf("%s: %v, seen %q", p, err, seen[p])
		}
	}
}

func TestWhatCannotBeReadIsSaid(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{"a": "", "large": "", "gone": "", strings.Repeat("d/", maxDepth+2) + "deep": ""})
	if err := os.Truncate(filepath.Join(root, "large"), source.MaxFileSize+1); err != nil {
		t.Fatal(err)
	}
	repo := open(t, root)
	os.Remove(filepath.Join(root, "gone"))
	got := repo.Scan(func(string) Look { return func([]byte) bool { return false } })
	want := []Unread{{"gone", "no such file or directory"}, {"large", source.ErrTooLarge.Error()}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(repo.Unread) != 1 || repo.Unread[0].Reason != "more than 200 folders deep" {
		t.Errorf("unread folders: %v", repo.Unread)
	}
}

func TestALargeIgnoreFileCountsInItsFirstPart(t *testing.T) {
	root := t.TempDir()
	write(t, root, map[string]string{".gitignore": "first\n" + strings.Repeat("# line\n", 1<<18) + "last\n", "first": "", "last": ""})
	repo := open(t, root)
	if diff := cmp.Diff([]string{".gitignore", "last"}, repo.Tree.Paths()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Unread{{".gitignore", "only its first MiB counts"}}, repo.Unread); diff != "" {
		t.Error(diff)
	}
}

func TestPathsAreRelativeToTheRepository(t *testing.T) {
	root := t.TempDir()
	repo := open(t, root)
	tests := []struct {
		path, want string
		inside     bool
	}{
		{root, "", true},
		{filepath.Join(root, "a", "..", "b"), "b", true},
		{filepath.Join(root, "..b"), "..b", true},
		{filepath.Dir(root), "", false},
	}
	for _, test := range tests {
		if got, ok := repo.Rel(test.path); got != test.want || ok != test.inside {
			t.Errorf("Rel(%s) = %q, %t, want %q, %t", test.path, got, ok, test.want, test.inside)
		}
	}
}
