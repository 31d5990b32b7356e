package php

import "testing"

// TestNamesResolveAsInPHP resolves the names of calls f(), constants and classes in a file.
func TestNamesResolveAsInPHP(t *testing.T) {
	const src = `<?php
namespace App\Jobs;
early(Early::class);
use Illuminate\Bus\Queueable as Q, Illuminate\Support\Str;
use Illuminate\Contracts\{Queue\ShouldQueue, Mail as M, function Helpers\env, const Limits\MAX};
use function Helpers\report;
use const Limits\Low;
use Other\Early;
namespace Elsewhere;
use Root;
namespace\last(Str::class);
`
	names := NewNames(Parse([]byte(src)))
	first, second := uint32(len(src)-60), uint32(len(src)-1)
	for f := range names.scopes {
		if names.scopes[f].namespace == "Elsewhere" {
			first = names.scopes[f].start - 1
		}
	}
	early := uint32(len("<?php\nnamespace App\\Jobs;\nearly("))
	for _, c := range []struct {
		what           string
		pos            uint32
		name           string
		full, fallback string
	}{
		{"class", first, "Q", `Illuminate\Bus\Queueable`, ""},
		{"class", first, "q", `Illuminate\Bus\Queueable`, ""},
		{"class", first, `Q\Sub`, `Illuminate\Bus\Queueable\Sub`, ""},
		{"class", first, "ShouldQueue", `Illuminate\Contracts\Queue\ShouldQueue`, ""},
		{"class", first, `M\Mailer`, `Illuminate\Contracts\Mail\Mailer`, ""},
		{"class", first, "Order", `App\Jobs\Order`, ""},
		{"class", first, `Models\Order`, `App\Jobs\Models\Order`, ""},
		{"class", first, `\App\Order`, `App\Order`, ""},
		{"class", first, `namespace\Order`, `App\Jobs\Order`, ""},
		{"class", first, "SELF", "self", ""},
		{"class", first, "int", "int", ""},
		{"class", first, `\int`, "int", ""},
		{"class", first, "env", `App\Jobs\env`, ""},
		{"class", first, "Early", `Other\Early`, ""},
		{"class", early, "Early", `App\Jobs\Early`, ""},
		{"func", first, "env", `Illuminate\Contracts\Helpers\env`, ""},
		{"func", first, "REPORT", `Helpers\report`, ""},
		{"func", first, "config", `App\Jobs\config`, "config"},
		{"func", first, `Str\config`, `Illuminate\Support\Str\config`, ""},
		{"func", first, `\config`, "config", ""},
		{"const", first, "MAX", `Illuminate\Contracts\Limits\MAX`, ""},
		{"const", first, "Low", `Limits\Low`, ""},
		{"const", first, "LOW", `App\Jobs\LOW`, "LOW"},
		{"const", first, "True", "true", ""},
		{"class", second, "Str", `Elsewhere\Str`, ""},
		{"class", second, "Root", "Root", ""},
		{"func", second, `namespace\last`, `Elsewhere\last`, ""},
	} {
		name := &Name{Loc: Loc{Pos: c.pos}, Text: c.name, Kind: nameKindOf(c.name)}
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

// nameKindOf reads a name as the parser does.
func nameKindOf(text string) NameKind {
	f := Parse([]byte("<?php " + text + ";"))
	return f.Stmts[0].(*ExprStmt).X.(*ConstFetch).Name.Kind
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
