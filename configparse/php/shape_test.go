package php

import "testing"

// operatorReadings are expressions whose tree the precedence of operators decides.
var operatorReadings = map[string]string{
	// arithmetic and unary operators
	"-$a ** 2":          "(- (** $a 2))",
	"(int)$a ** 2":      "(cast-int (** $a 2))",
	"@$a ** 2":          "(@ (** $a 2))",
	"2 ** -1":           "(** 2 (- 1))",
	"$a ** $b ** $c":    "(** $a (** $b $c))",
	"++$a ** 2":         "(** (++ $a) 2)",
	"clone $a ** 2":     "(** (clone $a) 2)",
	"$a - $b - $c":      "(- (- $a $b) $c)",
	"$a + $b * $c % $d": "(+ $a (% (* $b $c) $d))",
	"-$a * $b":          "(* (- $a) $b)",
	"$a+++$b":           "(+ (post++ $a) $b)",
	// concatenation stands below arithmetic and shifts
	`"x" . $a + 1`:      `(. "x" (+ $a 1))`,
	"$a . $b << $c":     "(. $a (<< $b $c))",
	"$a << $b . $c":     "(. (<< $a $b) $c)",
	"$a |> f(...)":      "(|> $a (call f ...))",
	"$a . $b |> f":      "(|> (. $a $b) f)",
	"$a |> f < $b":      "(< (|> $a f) $b)",
	"$a & $b == $c":     "(& $a (== $b $c))",
	"$a | $b ^ $c":      "(| $a (^ $b $c))",
	"$a < $b == $c":     "(== (< $a $b) $c)",
	"$a || $b && $c":    "(|| $a (&& $b $c))",
	"$a ?? $b ?? $c":    "(?? $a (?? $b $c))",
	"$a ?? $b || $c":    "(?? $a (|| $b $c))",
	"$a ?: $b ?: $c":    "(? (? $a _ $b) _ $c)",
	"$a ? $b : $c ?: 1": "(? (? $a $b $c) _ 1)",
	"$a ?? 1 ? 2 : 3":   "(? (?? $a 1) 2 3)",
	"$a ? $b = 1 : 2":   "(? $a (= $b 1) 2)",
	// not and instanceof
	"!$a instanceof B":       "(! (instanceof $a B))",
	"!$a * $b":               "(* (! $a) $b)",
	"-$a instanceof B":       "(instanceof (- $a) B)",
	"$a instanceof $b->c[1]": "(instanceof $a (index (-> $b c) 1))",
	"$a instanceof B && $c":  "(&& (instanceof $a B) $c)",
	// an assignment takes its target from any operator
	"!$a = f()":              "(! (= $a (call f)))",
	"$a && $b = 1":           "(&& $a (= $b 1))",
	"1 + $a = 2 + 3":         "(+ 1 (= $a (+ 2 3)))",
	"@$a = 1":                "(@ (= $a 1))",
	"(int)$a = 1":            "(cast-int (= $a 1))",
	"$a == $b = 1":           "(== $a (= $b 1))",
	"$a = $b = $c":           "(= $a (= $b $c))",
	"$a ??= $b ?: $c":        "(??= $a (? $b _ $c))",
	"$a = $b and $c":         "(and (= $a $b) $c)",
	"$a = &$b->c()":          "(=& $a (call-> $b c))",
	"$a or $b xor $c and $d": "(or $a (xor $b (and $c $d)))",
	// keywords that swallow what follows, or do not
	"throw $a and $b":           "(throw (and $a $b))",
	"fn() => $a and $b":         "(fn (params) (and $a $b))",
	"include $a or $b":          "(include (or $a $b))",
	"print $a and $b":           "(and (print $a) $b)",
	"print $a = 1":              "(print (= $a 1))",
	"$a * print $b + $c":        "(* $a (print (+ $b $c)))",
	"yield $a or $b":            "(or (yield _ $a) $b)",
	"yield $k => $v or $b":      "(or (yield $k $v) $b)",
	"$a = yield":                "(= $a (yield _ _))",
	"yield * -1":                "(* (yield _ _) (- 1))",
	"yield from $a ?? $b":       "(yield-from (?? $a $b))",
	"$a ?? throw new E":         "(?? $a (throw (new E)))",
	"fn($x) => fn($y) => $x.$y": "(fn (params (param $x)) (fn (params (param $y)) (. $x $y)))",
}

// TestOperatorsBindAsInPHP holds the reading of expressions that PHP's precedence table decides.
func TestOperatorsBindAsInPHP(t *testing.T) {
	for code, want := range operatorReadings {
		f := Parse([]byte("<?php " + code + ";"))
		if got := dump(f); got != "("+want+")" || len(f.Errors) > 0 {
			t.Errorf("%s is read as\n  %s, want\n  (%s), errors %v", code, got, want, f.Errors)
		}
	}
}

// expressionReadings are expressions that are easy to read wrongly.
var expressionReadings = map[string]string{
	"$a?->b?->c()['x']":                 `(index (call?-> (?-> $a b) c) "x")`,
	"$x ? .5 : 1":                       "(? $x 0.5f 1)",
	"$x?.5:1":                           "(? $x 0.5f 1)",
	"1...2":                             "(. 1f 0.2f)",
	"f(...[1], ...$b, c: 1)":            "(call f (... (array 1)) (... $b) (c: 1))",
	"f(array: 1, default: 2)":           "(call f (array: 1) (default: 2))",
	"f(A ? B : C, ...)":                 "(call f (? A B C) (... ERROR))",
	"$$a['x']":                          `(index (varvar $a) "x")`,
	"${'a'.$b}":                         `(varvar (. "a" $b))`,
	"$a->$b['x']":                       `(index (-> $a { $b }) "x")`,
	"$a->{$b . 'c'}()":                  `(call-> $a { (. $b "c") })`,
	"($a->b)()":                         "(call (-> $a b))",
	"$a->b()":                           "(call-> $a b)",
	"$a->class->list()":                 "(call-> (-> $a class) list)",
	"A::$b()":                           "(call:: A { $b })",
	"(A::$b)()":                         "(call (:: A $b))",
	"A::$b['x']()":                      `(call (index (:: A $b) "x"))`,
	"A::$$b":                            "(:: A $ { $b })",
	"A::{$m}()":                         "(call:: A { $m })",
	"A::{$x}":                           "(:: A { $x })",
	"A::class::X":                       "(:: (:: A class) X)",
	"A::match":                          "(:: A match)",
	"static::f()":                       "(call:: static f)",
	"new A":                             "(new A)",
	"new A()->b()":                      "(call-> (new A) b)",
	"new $a->b['x'](1)":                 `(new (index (-> $a b) "x") 1)`,
	"new $a::$b":                        "(new (:: $a $b))",
	"new ($e)(1)":                       "(new $e 1)",
	"new self::$x(1)":                   "(new (:: self $x) 1)",
	"new class(1) extends B {}":         "(new (class (extends B)) 1)",
	"new #[A] readonly class {}->x":     "(-> (new (class (# (A)) readonly)) x)",
	"clone($a)->b":                      "(clone (-> $a b))",
	"clone($a)":                         "(clone $a)",
	"clone($a, [1, 2])":                 "(call clone $a (array 1 2))",
	"clone(...)":                        "(call clone ...)",
	"clone f($a, $b)":                   "(clone (call f $a $b))",
	"clone([$a, $b])":                   "(clone (array $a $b))",
	"exit(status: 1)":                   "(exit (status: 1))",
	"die":                               "(exit)",
	"(foo)(1)":                          "(call foo 1)",
	"( int )$a":                         "(cast-int $a)",
	"(INT_MAX)":                         "INT_MAX",
	"readonly(1)":                       "(call readonly 1)",
	"enum(1)":                           "(call enum 1)",
	"[$a, &$b, 'k' => [$c, , $d]] = $x": `(= (list $a (& $b) (=> "k" (list $c _ $d))) $x)`,
	"list(, $b) = $x":                   "(= (list _ $b) $x)",
	"[$a, [$b]]":                        "(array $a (array $b))",
	"[...$a, 'b' => &$c]":               `(array (... $a) (=> "b" (& $c)))`,
	"namespace\\f(\\A\\B, a\\if\\b::C)": `(call namespace\f \A\B (:: a\if\b C))`,
	"match(true) { 1, 2, => 3, default, => 4, }": "(match true (arm 1 2 => 3) (arm => 4))",
	"static fn&(int ...$a): ?B => 1":             "(fn static & (params (param int ... $a)) : (nullable B) 1)",
	"function() use ($a, &$b): static {}":        "(function (params) (use $a & $b) : static)",
	"`ls $a`":                                    `(shell "ls " $a)`,
	"isset($a, $b['c'])":                         `(isset $a (index $b "c"))`,
	"eval('x')":                                  `(call eval "x")`,
	"__DIR__ . '/x'":                             `(. magic2 "/x")`,
	"$a[] = 1":                                   "(= (index $a _) 1)",
}

// TestExpressionsReadAsInPHP holds the shape of the expressions that are easy to read wrongly.
func TestExpressionsReadAsInPHP(t *testing.T) {
	for code, want := range expressionReadings {
		f := Parse([]byte("<?php " + code + ";"))
		if got := dump(f); got != "("+want+")" {
			t.Errorf("%s is read as\n  %s, want\n  (%s), errors %v", code, got, want, f.Errors)
		}
	}
}

// TestStringsDecodeAsInPHP compares the parts of interpolated strings.
func TestStringsDecodeAsInPHP(t *testing.T) {
	for code, want := range map[string]string{
		`'a\\b\'c\n$d'`:                `"a\x5cb'c\x5cn$d"`,
		`"\n\t\\\$a\"\x41\101\q\e"`:    `"\x0a\x09\x5c$a\x22AA\x5cq\x1b"`,
		`"\u{e9}\u{1F600}\u1234"`:      `"\xc3\xa9\xf0\x9f\x98\x80\x5cu1234"`,
		`"\400\x4"`:                    `"\x00\x04"`,
		`b"x"`:                         `"x"`,
		`"{ $a}"`:                      `(interp "{ " $a "}")`,
		`"$a->b->c"`:                   `(interp (-> $a b) "->c")`,
		`"$a?->b $a->"`:                `(interp (?-> $a b) " " $a "->")`,
		`"$a[k]$a[1]$a[-1]$a[$i]"`:     `(interp (index $a "k") (index $a 1) (index $a -1) (index $a $i))`,
		`"$a[01]$a[0x1F]$a[-0]"`:       `(interp (index $a "01") (index $a "0x1F") (index $a "-0"))`,
		`"$a[0][1]"`:                   `(interp (index $a 0) "[1]")`,
		`"$a[99999999999999999999]"`:   `(interp (index $a "99999999999999999999"))`,
		`"${a}${b[0]}${c['k']}${f()}"`: `(interp $a (index $b 0) (index $c "k") (varvar (call f)))`,
		`"{$a["k"]}{$d->e("{$f}")}"`:   `(interp (index $a "k") (call-> $d e (interp $f)))`,
		`"\{$a}"`:                      `(interp "\x5c{" $a "}")`,
		`"$5 {a} $"`:                   `"$5 {a} $"`,
		"<<<E\n  a\n   b\n\n  E":       `"a\x0a b\x0a"`,
		"<<<E\n  a $b\n  {$c}d\n  E":   `(interp "a " $b "\x0a" $c "d")`,
		"<<<E\n  $a\n  E":              `(interp $a)`,
		"<<<E\nE":                      `""`,
		"<<<E\r\n  a\r\n  E":           `"a"`,
		"<<< \t\"E\"\n\\t\"$a\\\"\nE":  `(interp "\x09\x22" $a "\x5c\x22")`,
		"<<<'E'\n  $a \\n\n  E":        `"$a \x5cn"`,
		"<<<E\n ENDX\n E":              `"ENDX"`,
		"<<<E\nE . 'y'":                `(. "" "y")`,
	} {
		f := Parse([]byte("<?php " + code + ";"))
		if got := dump(f); got != "("+want+")" || len(f.Errors) > 0 {
			t.Errorf("%s is read as\n  %s, want\n  (%s), errors %v", code, got, want, f.Errors)
		}
	}
}

func TestNumbersAreThoseOfPHP(t *testing.T) {
	for code, want := range map[string]string{
		"1_000": "1000", "0x1_F": "31", "0b1_0": "2", "0o17": "15", "0O17": "15", "017": "15", "0_7": "7", "0": "0",
		"1.": "1f", ".5": "0.5f", "1e3": "1000f", "1_0.5_0E-1": "1.05f", "1e999": "+Inff",
		"9223372036854775807": "9223372036854775807", "9223372036854775808": "9.223372036854776e+18f",
		"0x7FFFFFFFFFFFFFFF": "9223372036854775807", "0xFFFFFFFFFFFFFFFF": "1.8446744073709552e+19f",
		"01777777777777777777777": "1.8446744073709552e+19f", "-9223372036854775808": "(- 9.223372036854776e+18f)",
	} {
		if got := dumpExpr(code); got != want {
			t.Errorf("%s is %s, want %s", code, got, want)
		}
	}
}
