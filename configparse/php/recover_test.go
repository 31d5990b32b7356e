package php

import (
	"strings"
	"testing"
)

// brokenFiles are files with one error, and the parts of their dump that must be kept.
var brokenFiles = map[string]struct {
	code string
	keep []string
}{
	"a method whose body does not parse": {
		"class A { function f() { $x = = 1; g(; } public $b = 2; function h() {} } class C {}",
		[]string{"(method f", "(prop public ($b 2))", "(method h", "(class C)"},
	},
	"a method that lacks its closing brace": {
		"class A { public function f() { if ($x) { g(); } public function h() { i(); } } class C { public $d; }",
		[]string{"(method f public (params) (if $x ((call g))))", "(method h public (params) ((call i)))", "(class C (prop"},
	},
	"a method with a brace too many": {
		"class A { public function f() { g(); } } public function h() {} private $i = 1; } class C {}",
		[]string{"(class A (method f public (params) ((call g))) (method h public (params)) (prop private ($i 1)))", "(class C)"},
	},
	"a method with two braces too many": {
		"class A { public function f() { g(); } } } public function h() {} private $i = 1; } class C {}",
		[]string{"(class A (method f public (params) ((call g))) (method h public (params)) (prop private ($i 1)))", "(class C)"},
	},
	"a class that lacks its closing brace": {
		"class A { function f() { } /** x */ #[B] final class C { function g() {} } enum D { case E; }",
		[]string{"(class A (method f (params)))", "(class C (# (B)) final (method g (params)))", "(enum D (case E _))"},
	},
	"a class that lacks its closing brace before a namespace": {
		"namespace A; class B { function f() {} namespace C; class D {}",
		[]string{"(namespace A (class B (method f (params))))", "(namespace C (class D))"},
	},
	"something that is no member": {
		"class A { public $a = 1; foo bar (baz) { x } public $b = 2; const C = ; use D; function f() {} }",
		[]string{"($a 1)", "($b 2)", "(use D)", "(method f"},
	},
	"a property without a semicolon": {
		"class A { public $tries = 3\n public $timeout = 60; function f() {} }",
		[]string{"($tries 3)", "($timeout 60)", "(method f"},
	},
	"parameters that do not close": {
		"class A { function f($a, $b { g(); } function h() {} }",
		[]string{"(method f (params (param $a) (param $b)) ((call g)))", "(method h"},
	},
	"a statement without a semicolon": {
		"$a = f()\n$b = g();\n$c = h();",
		[]string{"(= $a (call f))", "(= $b (call g))", "(= $c (call h))"},
	},
	"an argument list with an error": {
		"f($a $b, fn() => 1, [1 2, 3 => 4], g(1,,2));\nh();",
		[]string{"(call f $a (fn (params) 1) (array 1 (=> 3 4)) (call g 1 ERROR 2))", "((call h))"},
	},
	"an argument list that does not close": {
		"f($a, g($b;\nh(function () { i(); });",
		[]string{"(call f $a (call g $b))", "((call h (function (params) ((call i)))))"},
	},
	"an array with a missing comma": {
		"return ['a' => 1\n 'b' => 2, 'c' => ['d' => 3]];",
		[]string{`(=> "a" 1)`, `(=> "c" (array (=> "d" 3)))`},
	},
	"an array that does not close": {
		"return ['a' => 1, 'b' => ['c' => 2, 'd' => 3];",
		[]string{`(=> "a" 1)`, `(=> "c" 2)`, `(=> "d" 3)`},
	},
	"an array cut off": {
		"return ['a' => 1, 'b' => ['c' => 2, 'd' =>",
		[]string{`(=> "a" 1)`, `(=> "c" 2)`, `(=> "d" ERROR)`},
	},
	"a class cut off": {
		"class A { public $b = 1; public function f() { g(); if ($c) { h(",
		[]string{"($b 1)", "(method f public (params) ((call g)) (if $c ((call h ERROR))))"},
	},
	"a member access cut off": {
		"$a = 1; $this->",
		[]string{"(= $a 1)", "(-> $this { ERROR })"},
	},
	"a condition that does not close": {
		"if ($a { b(); } foreach ($c as $d { e(); } while { } f();",
		[]string{"(if $a ((call b)))", "(foreach $c _ $d ((call e)))", "((call f))"},
	},
	"an alternative syntax that does not end": {
		"if ($a): if ($b) { c(); endif; d();",
		[]string{"(if $a (if $b ((call c))))", "((call d))"},
	},
	"a match with an error": {
		"$a = match ($b) { 1 => 2 3 => 4, default => 5 }; f();",
		[]string{"(arm 1 => 2)", "(arm => 5)", "((call f))"},
	},
	"a string that does not close": {
		"f(); $a = 'abc; g();",
		[]string{"((call f))", `(= $a "abc; g();")`},
	},
	"an interpolation with an error": {
		`$a = "x{$b c}y$d"; f();`,
		[]string{`(= $a (interp "x" $b`, "((call f))"},
	},
	"bytes that are no PHP": {
		"f();\x00\x00\x01 g(); \xff\xfe();",
		[]string{"((call f))", "((call g))", "(call \xff\xfe)"},
	},
	"an attribute with an error": {
		"#[A(1, B] class C { #[D(] public $e = 1; function f() {} }",
		[]string{"(class C", "(method f"},
	},
	"a use with an error": {
		"use A\\B C; use D\\{E F, G}; class H {}",
		[]string{"(class A\\B B)", "(class D\\E E)", "(class H)"},
	},
	"merge markers": {
		"class A {\n<<<<<<< HEAD\n public $a = 1;\n=======\n public $a = 2;\n>>>>>>> main\n public $b = 3;\n}",
		[]string{"($a 1)", "($a 2)", "($b 3)"},
	},
}

// TestErrorsKeepTheRest breaks one place of a file and names what must still be there.
func TestErrorsKeepTheRest(t *testing.T) {
	for name, c := range brokenFiles {
		t.Run(name, func(t *testing.T) {
			f := Parse([]byte("<?php " + c.code))
			if len(f.Errors) == 0 {
				t.Error("no error is reported")
			}
			got := dump(f)
			for _, part := range c.keep {
				if !strings.Contains(got, part) {
					t.Errorf("lost %s of\n  %s, tree\n  %s", part, c.code, got)
				}
			}
			checkTree(t, f)
		})
	}
}

// TestOneMistakeIsOneError holds that recovery does not add errors of its own.
func TestOneMistakeIsOneError(t *testing.T) {
	for _, code := range []string{
		"class A { public function f() { if ($x) { g(); } public function h() { i(); } } class C {}",
		"$a = f()\n$b = g();",
		"f($a $b, 1); g();",
		"class A { public $a = 1\n public $b = 2; }",
		"return ['a' => 1\n 'b' => 2];",
		"class A { function f() { $x = ; return 1; } }",
		"if ($a { b(); } c();",
		"$a = ((((1;",
	} {
		if errs := Parse([]byte("<?php " + code)).Errors; len(errs) != 1 {
			t.Errorf("%s has the errors %v, want one", code, errs)
		}
	}
}
