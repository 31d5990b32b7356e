package php

import (
	"strings"
	"testing"
)

// TestSurvivesNesting nests each construct 10,000 deep: the tree stops at the limit, the error says so, and the statement
// behind is still read where the nesting is closed.
func TestSurvivesNesting(t *testing.T) {
	const deep = 10_000
	for name, c := range map[string]struct{ open, middle, end string }{
		"parentheses":  {"(", "1", ")"},
		"arrays":       {"[", "1", "]"},
		"calls":        {"f(", "1", ")"},
		"blocks":       {"{", "f();", "}"},
		"ifs":          {"if (1) {", "f();", "}"},
		"else ifs":     {"if (1) {} else ", "f();", ""},
		"closures":     {"function () { return ", "1;", "};"},
		"arrow fns":    {"fn() => ", "1", ""},
		"classes":      {"new class { function f() { ", "f();", "} };"},
		"strings":      {`"{$a[`, "1", `]}"`},
		"heredocs":     {"<<<A\n{$a[", "1", "]}\nA"},
		"shell":        {"`{$a[", "1", "]}`"},
		"not":          {"!", "1", ""},
		"steps":        {"++", "$a", ""},
		"dollars":      {"$", "$a", ""},
		"casts":        {"(int)", "1", ""},
		"news":         {"new (", "1", ")"},
		"matches":      {"match (1) { 1 => ", "1", "}"},
		"ternaries":    {"$a ? 1 : (", "1", ")"},
		"coalesce":     {"$a ?? ", "1", ""},
		"assignments":  {"$a = ", "1", ""},
		"powers":       {"1 ** ", "1", ""},
		"attributes":   {"#[A(", "1", ")] fn() => 1"},
		"lists":        {"[$a, ", "$b", "] = $c"},
		"switches":     {"switch (1) { case 1: ", "f();", "}"},
		"namespaces":   {"namespace A { ", "f();", "}"},
		"declarations": {"function f() { ", "f();", "}"},
		"alternatives": {"if (1): ", "f();", "endif;"},
	} {
		t.Run(name, func(t *testing.T) {
			code := strings.Repeat(c.open, deep) + c.middle + strings.Repeat(c.end, deep)
			f := Parse([]byte("<?php before(); " + code + "; after();"))
			if !f.Cut {
				t.Error("the file is not marked as cut")
			}
			said := false
			for _, e := range f.Errors {
				said = said || strings.Contains(e.Message, "too deep")
			}
			if !said {
				t.Errorf("no error speaks of the depth: %v", f.Errors[:min(3, len(f.Errors))])
			}
			if height(f) > 8*maxDepth {
				t.Errorf("the tree is %d high", height(f))
			}
			if !strings.Contains(f.Source(f.Stmts[0]), "before") {
				t.Error("the statement before is lost")
			}
			checkTree(t, f)
		})
	}
}

// height is the height of a tree.
func height(n Node) int {
	highest := 0
	var visit func(n Node, level int)
	visit = func(n Node, level int) {
		highest = max(highest, level)
		Walk(n, func(child Node) bool {
			if child == n {
				return true
			}
			visit(child, level+1)
			return false
		})
	}
	visit(n, 1)
	return highest
}

// TestClosedNestingKeepsWhatFollows holds that too deep a group is skipped as a whole.
func TestClosedNestingKeepsWhatFollows(t *testing.T) {
	const deep = 10_000
	for _, pair := range []string{"()", "[]"} {
		code := "$a = " + strings.Repeat(pair[:1], deep) + "1" + strings.Repeat(pair[1:], deep) + "; after();"
		f := Parse([]byte("<?php " + code))
		if len(f.Errors) != 1 || len(f.Stmts) != 2 || f.Source(f.Stmts[1]) != "after();" {
			t.Errorf("%s: %d statements, errors %v", pair, len(f.Stmts), f.Errors)
		}
	}
}

// TestLongChainsAreNotNesting holds that what is long but not deep is read: operators and calls in a row.
func TestLongChainsAreNotNesting(t *testing.T) {
	for _, c := range [][2]string{{"$a", " . $a"}, {"$a", "->b()"}, {"1", " + 1"}, {"$a", "[0]"}} {
		const long = 5000
		f := Parse([]byte("<?php " + c[0] + strings.Repeat(c[1], long) + "; after();"))
		if len(f.Errors) != 0 || len(f.Stmts) != 2 {
			t.Errorf("%d times %s: errors %v", long, c[1], f.Errors)
		}
		f = Parse([]byte("<?php " + c[0] + strings.Repeat(c[1], 100*long) + "; after();"))
		if len(f.Errors) != 1 || !f.Cut || len(f.Stmts) != 2 || height(f) > maxHeight+maxDepth {
			t.Errorf("%d times %s: errors %v, %d statements", 100*long, c[1], f.Errors, len(f.Stmts))
		}
	}
}

// TestSurvivesLargeFiles reads megabytes in one line, of code and of what is none. Were any of it quadratic, the test would
// not end.
func TestSurvivesLargeFiles(t *testing.T) {
	for name, unit := range map[string]string{
		"code": "$a->b(1, 'x', [$c]); ", "array": "[1, 'a' => 2], ", "NUL": "\x00", "no UTF-8": "\xff",
		"open braces": "{", "closing braces": "}", "open parentheses": "(", "mixed brackets": "([", "crossed": "({",
		"quotes": `"`, "interpolation": `"{$a[`, "heredocs": "<<<A\n$a\n", "comments": "/*", "line comments": "//?>",
		"tags": "?><?php ", "classes": "class A { public function f() { ", "clones": "clone(1,", "yields": "yield /* */ ",
		"backslashes": `"\u{`, "bad arguments": "f(a $b,", "labels": "a:", "directives": "/* qlint:x */",
	} {
		t.Run(name, func(t *testing.T) {
			size := 1 << 20
			if name == "code" || name == "NUL" {
				size = 10 << 20
			}
			f := Parse([]byte("<?php before(); " + strings.Repeat(unit, size/len(unit))))
			if len(f.Stmts) == 0 || f.Source(f.Stmts[0]) != "before();" {
				t.Error("the statement before is lost")
			}
			if len(f.Errors) > maxErrors+1 {
				t.Errorf("%d errors are listed", len(f.Errors))
			}
			Walk(f, func(Node) bool { return true })
		})
	}
}

func TestSaysWhatWasCutOff(t *testing.T) {
	f := Parse([]byte("<?php " + strings.Repeat(" ", maxSource)))
	if !f.Cut || len(f.Errors) != 1 || len(f.Text) != maxSource {
		t.Errorf("a file above the limit: cut %v, errors %v", f.Cut, f.Errors)
	}
}
