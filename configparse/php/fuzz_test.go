package php

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// snippets returns the code of testdata/traps.jsonl.
func snippets(tb testing.TB) []string {
	tb.Helper()
	f, err := os.Open("testdata/traps.jsonl")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	var all []string
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		var c struct{ Code string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			tb.Fatal(err)
		}
		all = append(all, c.Code)
	}
	if err := lines.Err(); err != nil {
		tb.Fatal(err)
	}
	return all
}

// checkTree fails where a node does not lie within its parent, starts before the end of its elder sibling, or has a
// position outside of the file.
func checkTree(tb testing.TB, f *File) {
	tb.Helper()
	var parents []Node
	siblingEnd := []int{0}
	nodes := 0
	var visit func(n Node) bool
	visit = func(n Node) bool {
		if nodes++; nodes > 20*len(f.Text)+100 {
			tb.Fatal("Walk does not end")
		}
		start, end := n.Span()
		if start > end || end > len(f.Text) {
			tb.Fatalf("%T has the span %d to %d in a file of %d bytes", n, start, end, len(f.Text))
		}
		if len(parents) > 0 {
			parent := parents[len(parents)-1]
			if from, to := parent.Span(); start < from || end > to {
				tb.Fatalf("%T %d-%d is not within its parent %T %d-%d", n, start, end, parent, from, to)
			}
		}
		// The arguments of an anonymous class stand inside its declaration.
		_, argument := n.(*Arg)
		if elder := siblingEnd[len(siblingEnd)-1]; start < elder && !argument {
			tb.Fatalf("%T %d-%d starts before %d, where its elder sibling ends", n, start, end, elder)
		}
		siblingEnd[len(siblingEnd)-1] = end
		if s, ok := n.(*String); ok {
			s.Value()
		}
		parents = append(parents, n)
		siblingEnd = append(siblingEnd, start)
		switch n := n.(type) {
		case Expr:
			walker{visit}.exprChildren(n)
		case Stmt:
			walker{visit}.stmtChildren(n)
		default:
			walker{visit}.otherChildren(n)
		}
		parents = parents[:len(parents)-1]
		siblingEnd = siblingEnd[:len(siblingEnd)-1]
		return false
	}
	Walk(f, visit)
	for _, e := range f.Errors {
		if e.Pos > e.End || int(e.End) > len(f.Text) || e.Message == "" {
			tb.Fatalf("bad error %+v in a file of %d bytes", e, len(f.Text))
		}
	}
	for _, c := range f.Comments {
		if f.Source(&c) != c.Text {
			tb.Fatalf("comment %+v is not the text at its place", c)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, code := range snippets(f) {
		f.Add([]byte(code))
	}
	for _, code := range []string{
		"<?php class A { public function f() { if ($x) { } public $y; } class B {}",
		"<?php f($a $b, [1 2 3], function () { ) ;",
		"<?php \"{$a[\"{$b[<<<X\n{$c}\n  X]}\"]} ${d[1]} $e[0]$f->g\" `x{$y}`;",
		"<?php namespace A; use B\\{C, function d as e}; }}} public function f() {}",
		"<?php #[A(1)] enum E: int { case A = 1; } if ($a): elseif ($b): else: endif ?>x<?= 1",
	} {
		f.Add([]byte(code))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file := Parse(src)
		checkTree(t, file)
		names := NewNames(file)
		Walk(file, func(n Node) bool {
			if n, ok := n.(*Name); ok {
				names.Class(n)
				names.Func(n)
				names.Const(n)
			}
			return true
		})
	})
}
