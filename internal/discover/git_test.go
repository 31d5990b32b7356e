package discover

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// needGit skips without git, and fails where the environment promises one.
func needGit(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("git is missing")
		}
		t.Skip("git is missing")
	}
}

// gitFiles lists the files that git does not ignore.
func gitFiles(t *testing.T, root string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "-c", "core.excludesFile=/dev/null", "ls-files", "-z", "-co", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	files := strings.FieldsFunc(string(out), func(r rune) bool { return r == 0 })
	slices.Sort(files)
	return files
}

// repository makes a git repository of files, by their content.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", root).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	write(t, root, files)
	return root
}

func write(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func open(t *testing.T, root string, exclude ...string) *Repository {
	t.Helper()
	repo, err := Open(root, exclude)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { repo.Close() })
	return repo
}

func TestFilesAreThoseThatGitLists(t *testing.T) {
	needGit(t)
	tests := []struct {
		name  string
		files map[string]string
	}{
		{"nested ignore files and negation", map[string]string{
			".gitignore": "*.log\n!keep.log\n/build/\nlogs/*\n!logs/deep/\n", "a.log": "", "keep.log": "", "build/x": "", "sub/build/y": "",
			"logs/a": "", "logs/deep/b": "", "logs/deep/c.log": "", "sub/.gitignore": "!*.log\nkeep.log\n", "sub/b.log": "", "sub/keep.log": "",
		}},
		{"a folder that is ignored keeps its files out", map[string]string{
			".gitignore": "cache\n!cache/keep\n", "cache/keep": "", "x/cache/y": "", "x/cachet": "",
		}},
		{"folder patterns leave files of that name", map[string]string{".gitignore": "env/\n", "env": "", "x/env/y": ""}},
		{"info/exclude is weaker than an ignore file", map[string]string{
			".git/info/exclude": "*.tmp\n*.bak\n", ".gitignore": "!a.tmp\n", "a.tmp": "", "b.tmp": "", "c.bak": "",
		}},
		{"escapes and blanks", map[string]string{
			".gitignore": "\\#x\n\\!y\nz\\ \nw   \n# comment\n\nt\\\\\n  lead\nr\\", "#x": "", "!y": "", "z ": "", "z": "", "w": "", "t\\": "", "  lead": "", "lead": "", "r\\": "", "r": "",
		}},
		{"CRLF and a byte order mark", map[string]string{".gitignore": "\ufeffa\r\nb\r\n\r\n!c\r\n", "a": "", "b": "", "c": "", "b\r": ""}},
		{"double stars", map[string]string{
			".gitignore": "**/p\nq/**\nr/**/s\nt**\n**u\n/v/**/\nw**/x\n***/y1\n",
			"p":          "", "a/p": "", "a/b/p": "", "q/1": "", "a/q/1": "", "r/s": "", "r/a/s": "", "r/a/b/s": "", "rs": "", "t1": "", "a/t2": "",
			"1u": "", "a/2u": "", "v/1": "", "v/a/1": "", "w/x": "", "w1/x": "", "w1/a/x": "", "y1": "", "a/y1": "",
		}},
		{"classes", map[string]string{
			".gitignore": "a[0-9]\nb[!0-9]\nc[^x]\nd[]]\ne[a-]\nf[[:digit:]]\ng[\\]]\nh[[:nope:]]\ni[a\nj[]-a]\nk[--0]\n",
			"a1":         "", "aa": "", "b1": "", "bx": "", "cx": "", "cy": "", "d]": "", "ea": "", "e-": "", "f1": "", "fx": "", "g]": "", "h:": "", "i[a": "", "j^": "", "k.": "", "kz": "",
		}},
		{"slashes", map[string]string{
			".gitignore": "/top\nmid/low\nx/y/\n*/one\n?/two\n/*/three\nfour/*\n",
			"top":        "", "a/top": "", "mid/low": "", "a/mid/low": "", "x/y/z": "", "a/x/y/z": "", "a/one": "", "a/b/one": "", "a/two": "", "ab/two": "",
			"a/three/1": "", "a/b/three": "", "four/1": "", "four/a/1": "",
		}},
		{"names that are not ASCII", map[string]string{".gitignore": "ü?\n*é\n", "üa": "", "ü": "", "üab": "", "café": "", "日本": ""}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := repository(t, test.files)
			if diff := cmp.Diff(gitFiles(t, root), open(t, root).Tree.Paths()); diff != "" {
				t.Errorf("(-git +qlint):\n%s", diff)
			}
		})
	}
}

func TestRandomPatternsAgreeWithGit(t *testing.T) {
	needGit(t)
	random := rand.New(rand.NewPCG(7, 11))
	names := []string{"a", "b", "ab", "a.b", "-", "[a]", "b*"}
	files := map[string]string{}
	for _, x := range names {
		files[x+"1"] = ""
		for _, y := range names {
			files[x+"/"+y+"1"] = ""
			for _, z := range names[:4] {
				files[x+"/"+y+"/"+z] = ""
			}
		}
	}
	atoms := []string{"a", "b", "ab", "*", "**", "?", "/", "/", "[ab]", "[!a]", "[a-c]", ".", "\\", "[", "]", "-", "1", "***"}
	root := repository(t, files)
	for range 200 {
		var lines []string
		for range 1 + random.IntN(3) {
			line := strings.Repeat("!", random.IntN(8)/7)
			for range 1 + random.IntN(6) {
				line += atoms[random.IntN(len(atoms))]
			}
			lines = append(lines, line)
		}
		write(t, root, map[string]string{".gitignore": strings.Join(lines, "\n"), "a/.gitignore": lines[0]})
		if diff := cmp.Diff(gitFiles(t, root), open(t, root).Tree.Paths(), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q (-git +qlint):\n%s", lines, diff)
		}
	}
}

func TestExcludesOfAWorkTreeStandInTheMainRepository(t *testing.T) {
	needGit(t)
	main := repository(t, map[string]string{"a": "", ".git/info/exclude": "secret\n"})
	tree := filepath.Join(t.TempDir(), "tree")
	for _, args := range [][]string{
		{"-c", "user.name=x", "-c", "user.email=x@example.org", "commit", "-q", "--allow-empty", "-m", "x"},
		{"worktree", "add", "-q", tree},
	} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = main
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	write(t, tree, map[string]string{"b": "", "secret": ""})
	if diff := cmp.Diff([]string{"b"}, slices.DeleteFunc(open(t, tree).Tree.Paths(), func(p string) bool { return p == ".git" })); diff != "" {
		t.Error(diff)
	}
}

func TestHostilePatternsEnd(t *testing.T) {
	name := strings.Repeat("a", 200)
	for _, p := range []string{strings.Repeat("*a", 100) + "b", strings.Repeat("**/", 100) + "b", "[" + name, strings.Repeat("?*", 100) + "[b]"} {
		f := parseIgnore("", []byte(p))
		if ignored, _ := f.ignored(strings.Repeat("a/", 100)+name, false); ignored {
			t.Errorf("%s… matches", p[:10])
		}
	}
}

func FuzzIgnoreFile(f *testing.F) {
	f.Add([]byte("a\n!b\n/c/\n**/d\n[e-f]\n"), "x/a")
	f.Add([]byte("[[:alpha:]]\\"), "b")
	f.Add([]byte("x**/[!a-]y*?"), "xa/b/zy")
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		if name == "" || bytes.HasPrefix(data, []byte("!")) || bytes.ContainsAny(data, "\r\n") {
			return
		}
		// One pattern and its opposite decide on the same paths.
		plain, decided := parseIgnore("", data).ignored(name, false)
		opposite, same := parseIgnore("", slices.Concat([]byte("!"), data)).ignored(name, false)
		if decided && !bytes.HasPrefix(data, []byte("#")) && (!same || plain == opposite) {
			t.Errorf("%q on %q: %t, and its opposite %t", data, name, plain, opposite)
		}
	})
}
