package modular

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// lay writes an archive's files into a folder.
func lay(t *testing.T, dir, archive string) {
	t.Helper()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		at := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheDigestChangesWithWhatPassesRead(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("GOWORK", "")
	lay(t, dir, `-- .git/HEAD --
-- go.work --
go 1.26
use (
	./app
	./lib
)
replace example.com/other => ./forks/other
-- app/go.mod --
module example.com/app
go 1.26
require example.com/near v1.0.0
replace example.com/near => ../near
-- app/cmd/main.go --
package main
-- lib/go.mod --
module example.com/lib
-- near/go.mod --
module example.com/near
-- forks/other/go.mod --
module example.com/other
-- elsewhere/go.mod --
module example.com/elsewhere
`)
	t.Chdir(filepath.Join(dir, "app", "cmd"))
	for _, step := range []struct {
		name, archive string
		changes       bool
	}{
		{"Go code, which the go command knows", "-- app/cmd/main.go --\npackage main // x\n", false},
		{"the module's schema", "-- app/db/1.sql --\nCREATE TABLE a (b int);\n", true},
		{"the same again", "-- app/db/1.sql --\nCREATE TABLE a (b int);\n", false},
		{"as many bytes, others", "-- app/db/1.sql --\nCREATE TABLE a (c int);\n", true},
		{"another module of the workspace", "-- lib/1.sql --\nCREATE TABLE a (b int);\n", true},
		{"a module that go.mod replaces", "-- near/1.sql --\nCREATE TABLE a (b int);\n", true},
		{"a module that go.work replaces", "-- forks/other/1.sql --\nCREATE TABLE a (b int);\n", true},
		{"a module that is not used", "-- elsewhere/1.sql --\nCREATE TABLE a (b int);\n", false},
		{"settings at the repository's root", "-- qlint.toml --\n[rules]\nQG701 = \"off\"\n", true},
		{"nearer settings", "-- app/.qlint.toml --\n", true},
		{"settings of a folder in the module, which do not count", "-- app/cmd/qlint.toml --\n", false},
	} {
		before := Digest()
		lay(t, dir, step.archive)
		if changes := !bytes.Equal(before, Digest()); changes != step.changes {
			t.Errorf("%s: changes %t, want %t", step.name, changes, step.changes)
		}
	}
	before := Digest()
	t.Setenv("GOWORK", "off")
	if bytes.Equal(before, Digest()) {
		t.Error("without its workspace the module stands alone")
	}
}
