package source

import (
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"
)

func TestColumnsCountTheirUnit(t *testing.T) {
	f := New("a", []byte("one\r\nа😀x\xff|\n"))
	at := len("one\r\nа😀x\xff")
	tests := map[Unit]Position{
		Bytes:      {2, 1 + 2 + 4 + 1 + 1},
		CodePoints: {2, 1 + 1 + 1 + 1 + 1},
		UTF16:      {2, 1 + 1 + 2 + 1 + 1},
	}
	for unit, want := range tests {
		if got := f.Position(at, unit); got != want {
			t.Errorf("unit %d: %v, want %v", unit, got, want)
		}
	}
	if got := string(f.Line(1)); got != "one" {
		t.Errorf("line 1 is %q", got)
	}
	if f.Line(4) != nil || f.Line(0) != nil {
		t.Error("lines outside the file")
	}
	if got := f.Position(1000, Bytes); got.Line != 3 {
		t.Errorf("behind the end: %v", got)
	}
}

func TestSpansStayWithinTheirFile(t *testing.T) {
	f := New("a", []byte("text"))
	if s := f.Span(-3, 100); s.Text() != "text" {
		t.Errorf("span is %q", s.Text())
	}
	if s := f.Span(3, 1); s.Text() != "" || s.Start != 3 {
		t.Errorf("a span that ends before it starts: %d to %d", s.Start, s.End)
	}
	if (Span{}).Text() != "" || !(Span{}).IsZero() || (Span{}).First(Bytes) != (Position{}) {
		t.Error("the zero span is no place")
	}
}

func TestTreesGiveFilesByFolderAndKnowWhatIsLost(t *testing.T) {
	tree := NewTree(fstest.MapFS{"a/b.php": {Data: []byte("b")}, "a0.php": {}, "c.php": {}}, []string{"c.php", "a/b.php", "a0.php"})
	if got := tree.Under("a"); !slices.Equal(got, []string{"a/b.php"}) {
		t.Errorf("under a: %v", got)
	}
	first, err := tree.Read("a/b.php")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := tree.Read("a/b.php"); again != first {
		t.Error("a file is read twice")
	}
	if _, err := tree.Read("gone.php"); err == nil {
		t.Error("a file outside the tree is read")
	}
	tree.Lose("b.php", "it is no regular file")
	if !tree.Has("b.php") || !slices.IsSorted(tree.Paths()) {
		t.Errorf("a lost file is not listed: %v", tree.Paths())
	}
	if _, err := tree.Read("b.php"); err == nil || Plain(err) != "it is no regular file" {
		t.Errorf("a lost file: %v", err)
	}
	if Plain(&fs.PathError{Op: "open", Path: "/x", Err: fs.ErrPermission}) != "permission denied" {
		t.Error("an error names its path")
	}
}
