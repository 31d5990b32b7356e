package php

import (
	"os/exec"
	"strings"
	"testing"
)

const importing = `<?php
namespace App\Jobs;
early();
use Illuminate\Bus\Queueable as Q, Illuminate\Support\Str;
use Illuminate\Contracts\{Queue\ShouldQueue, Mail as M, function Helpers\env, const Limits\MAX};
use function Helpers\report;
use const Limits\Low;
use Other\Early;
first();
namespace Elsewhere;
use Root;
second();
`

// resolutions are names at a place of the file importing, and what they mean there.
var resolutions = []struct{ what, place, name, full, fallback string }{
	{"class", "first", "Q", `Illuminate\Bus\Queueable`, ""},
	{"class", "first", "q", `Illuminate\Bus\Queueable`, ""},
	{"class", "first", `Q\Sub`, `Illuminate\Bus\Queueable\Sub`, ""},
	{"class", "first", "ShouldQueue", `Illuminate\Contracts\Queue\ShouldQueue`, ""},
	{"class", "first", `M\Mailer`, `Illuminate\Contracts\Mail\Mailer`, ""},
	{"class", "first", "Order", `App\Jobs\Order`, ""},
	{"class", "first", `Models\Order`, `App\Jobs\Models\Order`, ""},
	{"class", "first", `\App\Order`, `App\Order`, ""},
	{"class", "first", `namespace\Order`, `App\Jobs\Order`, ""},
	{"class", "first", "SELF", "self", ""},
	{"class", "first", "int", "int", ""},
	{"class", "first", "env", `App\Jobs\env`, ""},
	{"class", "first", "Early", `Other\Early`, ""},
	{"class", "early", "Early", `App\Jobs\Early`, ""},
	{"func", "first", "env", `Illuminate\Contracts\Helpers\env`, ""},
	{"func", "first", "REPORT", `Helpers\report`, ""},
	{"func", "first", "config", `App\Jobs\config`, "config"},
	{"func", "first", `Str\config`, `Illuminate\Support\Str\config`, ""},
	{"func", "first", `\config`, "config", ""},
	{"const", "first", "MAX", `Illuminate\Contracts\Limits\MAX`, ""},
	{"const", "first", "Low", `Limits\Low`, ""},
	{"const", "first", "LOW", `App\Jobs\LOW`, "LOW"},
	{"const", "first", "True", "true", ""},
	{"class", "second", "Str", `Elsewhere\Str`, ""},
	{"class", "second", "Root", "Root", ""},
	{"func", "second", `namespace\last`, `Elsewhere\last`, ""},
}

func TestNamesResolveAsInPHP(t *testing.T) {
	few := NewNames(Parse([]byte(importing)))
	// The same with so many imports that they are indexed.
	unused := strings.Repeat("use Unused; ", fewUses)
	many := NewNames(Parse([]byte(strings.Replace(importing, "use Illuminate", unused+"use Illuminate", 1))))
	checkResolutions(t, few, 0)
	checkResolutions(t, many, len(unused))
}

// checkResolutions holds the table against names, of a file that has added bytes before the place "first".
func checkResolutions(t *testing.T, names *Names, added int) {
	t.Helper()
	for _, c := range resolutions {
		kind := Parse([]byte("<?php " + c.name + ";")).Stmts[0].(*ExprStmt).X.(*ConstFetch).Name.Kind
		at := strings.Index(importing, c.place+"()")
		if c.place != "early" {
			at += added
		}
		name := &Name{Loc: Loc{Pos: uint32(at)}, Text: c.name, Kind: kind}
		var full, fallback string
		switch c.what {
		case "class":
			full = names.Class(name)
		case "func":
			full, fallback = names.Func(name)
		case "const":
			full, fallback = names.Const(name)
		}
		if full != c.full || fallback != c.fallback {
			t.Errorf("%s %s is %s or %q, want %s or %q", c.what, c.name, full, fallback, c.full, c.fallback)
		}
	}
}

// TestPHPResolvesTheSameNames lets PHP print X::class for the class names of the table above.
func TestPHPResolvesTheSameNames(t *testing.T) {
	php := requirePHP(t)
	var want []string
	code := importing
	for _, place := range []string{"early", "first", "second"} {
		var echo strings.Builder
		for _, c := range resolutions {
			if c.what == "class" && c.place == place && c.full != "self" && c.full != "int" {
				echo.WriteString("echo " + c.name + `::class, "\n";`)
				want = append(want, c.full)
			}
		}
		code = strings.Replace(code, place+"();", echo.String(), 1)
	}
	out, err := exec.CommandContext(t.Context(), php, "-r", strings.TrimPrefix(code, "<?php")).Output()
	if err != nil {
		t.Fatalf("%v in\n%s", err, code)
	}
	if got := strings.Fields(string(out)); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("PHP says\n  %s, the table\n  %s", got, want)
	}
}

func TestNamesWithoutNamespaceAreGlobal(t *testing.T) {
	f := Parse([]byte("<?php use App\\Order; class Job {} env(Order::class, X);"))
	names := NewNames(f)
	call := f.Stmts[2].(*ExprStmt).X.(*Call)
	if full, fallback := names.Func(call.Func.(*Name)); full != "env" || fallback != "" {
		t.Errorf("env is %q or %q", full, fallback)
	}
	if class, ok := names.ClassExpr(call.Args.List[0].Value.(*ClassConstFetch).Class); class != `App\Order` || !ok {
		t.Errorf("Order is %q", class)
	}
	if got := names.Declared(f.Stmts[1].(*Class).Name); got != "Job" {
		t.Errorf("Job is declared as %q", got)
	}
	if got := names.Namespace(call); got != "" {
		t.Errorf("the namespace is %q", got)
	}
}
