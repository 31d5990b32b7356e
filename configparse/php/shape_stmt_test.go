package php

import "testing"

func TestStatementsReadAsInPHP(t *testing.T) {
	for code, want := range map[string]string{
		"if ($a) b(); elseif ($c) d(); else if ($e) {} else f();":                        "(if $a ((call b)) (elseif $c ((call d))) (else (if $e (else ((call f))))))",
		"if (1) if (2) a(); else b(); else c();":                                         "(if 1 (if 2 ((call a)) (else ((call b)))) (else ((call c))))",
		"if ($a): b(); elseif ($c): else: if ($d) {} endif;":                             "(if $a ((call b)) (elseif $c) (else (if $d)))",
		"foreach ($a as $k => [$b, list($c)]) f();":                                      "(foreach $a $k (list $b (list $c)) ((call f)))",
		"foreach ($a as &$b): endforeach;":                                               "(foreach $a _ & $b)",
		"for ($i = 0, $j = 1; $i < 9; $i++) ;":                                           "(for (init (= $i 0) (= $j 1)) (cond (< $i 9)) (post (post++ $i)))",
		"for (;;): break 2; endfor;":                                                     "(for (init) (cond) (post) (break 2))",
		"while (1): continue; endwhile; do f(); while ($a);":                             "(while 1 (continue _)) (do ((call f)) $a)",
		"switch ($a) { ; case 1; case A: b: f(); default: }":                             "(switch $a (case 1) (case A (label b) ((call f))) (case _))",
		"switch ($a): case 1: endswitch;":                                                "(switch $a (case 1))",
		"try { a(); } catch (A | \\B $e) {} catch (C) {} finally { b(); }":               "(try ((call a)) (catch A \\B $e) (catch C) (finally ((call b))))",
		"static $a = f(), $b; static::f(); static fn() => 1;":                            "(static ($a (call f)) ($b _)) ((call:: static f)) ((fn static (params) 1))",
		"global $a, $$b; unset($a[0], $b,); goto c; c: echo 1, 2;":                       "(global $a (varvar $b)) (unset (index $a 0) $b) (goto c) (label c) (echo 1 2)",
		"declare(strict_types=1); declare(ticks=1) { f(); }":                             "(declare (strict_types 1)) (declare (ticks 1) ((call f)))",
		"(void)f(); { g(); }":                                                            "((cast-void (call f))) (block ((call g)))",
		"echo 1 ?>\nhtml<?= 2 ?>\n<?php ; # x ?>y":                                       "(echo 1) html (echo 2) html",
		"f(); __halt_compiler(); garbage ((( '":                                          "((call f)) halt",
		"return; return fn() => 1;":                                                      "(return _) (return (fn (params) 1))",
		"namespace A\\B; use C\\{D, E as F, function g}; use const H; namespace I; f();": "(namespace A\\B (use (class C\\D D) (class C\\E F) (function C\\g g)) (use (const H H))) (namespace I ((call f)))",
		"namespace A { f(); } namespace { namespace\\g(); }":                             "(namespace A ((call f))) (namespace ((call namespace\\g)))",
		"use function A\\{f, g as h}; use \\B\\C;":                                       "(use (function A\\f f) (function A\\g h)) (use (class B\\C C))",
		"const A = 1, B = A . 'x'; #[C] const D = 2;":                                    `(const (A 1) (B (. A "x"))) (const (# (C)) (D 2))`,
	} {
		f := Parse([]byte("<?php " + code))
		if got := dump(f); got != want || len(f.Errors) > 0 {
			t.Errorf("%s is read as\n  %s, want\n  %s, errors %v", code, got, want, f.Errors)
		}
	}
}

func TestDeclarationsReadAsInPHP(t *testing.T) {
	for code, want := range map[string]string{
		"function &f(A & $b, A&B $c, A &...$d): (A&B)|null {}":                                                               "(function f & (params (param A & $b) (param (inter A B) $c) (param A & ... $d)) : (union (inter A B) null))",
		"#[A, B(1, c: 2)] #[D] final class E extends F implements G, H {}":                                                   "(class E (# (A) (B 1 (c: 2))) (# (D)) final (extends F) (implements G H))",
		"class A { public ?int $b = 1, $c; protected static $d; var $e; private (A&B)|null $f; }":                            "(class A (prop public (nullable int) ($b 1) ($c _)) (prop protected static ($d _)) (prop var ($e _)) (prop private (union (inter A B) null) ($f _)))",
		"class A { const int B = 1, C = 2; const array = 1; final protected const string string = 'x'; }":                    `(class A (const int (B 1) (C 2)) (const (array 1)) (const protected final string (string "x")))`,
		"class A { use B, C { B::f insteadof C; C::f as protected g; h as final; i as list; } }":                             "(class A (use B C) (adapt B:: f (insteadof C)) (adapt C:: f protected g) (adapt h final) (adapt i list))",
		"abstract class A { abstract protected function f(): int; function list() {} static function g() {} }":               "(class A abstract (method f protected abstract (params) : int _) (method list (params)) (method g static (params)))",
		"class A { function __construct(private(set) readonly int $a = 1, #[B] public C $d = new C { set => $value; }) {} }": "(class A (method __construct (params (param private-set readonly int $a (= 1)) (param (# (B)) public C $d (= (new C)) (hook set => $value)))))",
		"class A { public string $a { get => 1; final &set(string $v) { f(); } } abstract public $b { get; set; } }":         "(class A (prop public string ($a _) (hook get => 1) (hook set final & (params (param string $v)) ((call f)))) (prop public abstract ($b _) (hook get _) (hook set _)))",
		"enum A: string implements B { #[C] case D = 'd'; case E; const F = self::D; }":                                      `(enum A : string (implements B) (case D (# (C)) "d") (case E _) (const (F (:: self D))))`,
		"interface A extends B, C { function f(); } trait D {}":                                                              "(interface A (extends B C) (method f (params) _)) (trait D)",
		"class enum {} enum enum {} final readonly class B {} function enum() {} function readonly() {}":                     "(class enum) (enum enum) (class B final readonly) (function enum (params)) (function readonly (params))",
	} {
		f := Parse([]byte("<?php " + code))
		if got := dump(f); got != want || len(f.Errors) > 0 {
			t.Errorf("%s is read as\n  %s, want\n  %s, errors %v", code, got, want, f.Errors)
		}
	}
}

// TestSpansCoverTheSource looks nodes up by the text that they must cover.
func TestSpansCoverTheSource(t *testing.T) {
	f := Parse([]byte(`<?php $x = ["a" => (1 + 2) * $b->c(3), 'tries' => A::B]; #[D] class E { public int $f = 60; }`))
	want := map[string]bool{
		`["a" => (1 + 2) * $b->c(3), 'tries' => A::B]`: false, `"a" => (1 + 2) * $b->c(3)`: false,
		`(1 + 2) * $b->c(3)`: false, `1 + 2`: false, `$b->c(3)`: false, `A::B`: false, `public int $f = 60;`: false,
		`#[D] class E { public int $f = 60; }`: false, `60`: false, `D`: false,
	}
	Walk(f, func(n Node) bool {
		if _, ok := want[f.Source(n)]; ok {
			want[f.Source(n)] = true
		}
		if b, ok := n.(*Binary); ok && b.Parenthesized() != (b.Op == OpAdd) {
			t.Errorf("%s has the wrong flag for its parentheses", f.Source(n))
		}
		return true
	})
	for text, found := range want {
		if !found {
			t.Errorf("no node covers %s", text)
		}
	}
}

func TestKeepsDocCommentsAndDirectives(t *testing.T) {
	f := Parse([]byte("<?php\n/** doc */ /* no */ // no\n// qlint:ignore QL101 -- why ?>\n<?php # qlint:x\n/* qlint:y */ /**/ /** open"))
	want := []Comment{
		{Kind: CommentDoc, Text: "/** doc */"}, {Kind: CommentLine, Text: "// qlint:ignore QL101 -- why "},
		{Kind: CommentLine, Text: "# qlint:x"}, {Kind: CommentBlock, Text: "/* qlint:y */"},
		{Kind: CommentDoc, Text: "/** open"},
	}
	if len(f.Comments) != len(want) {
		t.Fatalf("comments are %v", f.Comments)
	}
	for i, c := range f.Comments {
		if c.Kind != want[i].Kind || c.Text != want[i].Text || f.Source(&c) != c.Text {
			t.Errorf("comment %d is %+v, want %+v", i, c, want[i])
		}
	}
}
