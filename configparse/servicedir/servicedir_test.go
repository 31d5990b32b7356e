package servicedir

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

func treeOf(archive string) *source.Tree {
	memory := fstest.MapFS{}
	var paths []string
	for _, f := range txtar.Parse([]byte(archive)).Files {
		memory[f.Name] = &fstest.MapFile{Data: f.Data}
		paths = append(paths, f.Name)
	}
	return source.NewTree(memory, paths)
}

func show[T any](v queue.Value[T]) string {
	if x, ok := v.Get(); ok {
		return fmt.Sprint(x)
	}
	if v.IsInfinite() {
		return "no limit"
	}
	return "unknown"
}

func TestServicesAreThoseOfS6AndRunit(t *testing.T) {
	for _, c := range []struct{ name, files, want string }{
		{"s6-rc", "-- s6-rc.d/q/run --\n#!/bin/sh\n-- s6-rc.d/q/type --\nlongrun\n", "s6 q TERM no limit true"},
		{"a time in milliseconds", "-- x/q/run --\n#!/bin/sh\n-- x/q/timeout-kill --\n 60000\n", "s6 q TERM 1m0s true"},
		{"0 never kills", "-- x/q/run --\n#!/bin/sh\n-- x/q/timeout-kill --\n0\n", "s6 q TERM no limit true"},
		{"another signal", "-- x/q/run --\n#!/bin/sh\n-- x/q/down-signal --\nSIGQUIT\n", "s6 q QUIT no limit true"},
		{"no signal", "-- x/q/run --\n#!/bin/sh\n-- x/q/down-signal --\nfoo\n", "s6 q unknown no limit true"},
		{"a oneshot", "-- s6-rc.d/q/run --\n#!/bin/sh\n-- s6-rc.d/q/type --\noneshot\n", ""},
		{"s6-overlay's services.d", "-- etc/services.d/q/run --\n#!/bin/sh\n", "s6-overlay q TERM 6s true"},
		{"its container sets the time", "-- etc/services.d/q/run --\n#!/bin/sh\n-- compose.yaml --\nS6_SERVICES_GRACETIME: 1\n", "s6-overlay q TERM unknown true"},
		{"runit", "-- etc/service/q/run --\n#!/bin/sh\n", "runit q TERM no limit true"},
		{"a finish script that decides", "-- etc/service/q/run --\n#!/bin/sh\n-- etc/service/q/finish --\nexit 125\n", "runit q TERM no limit unknown"},
		{"a script of that name", "-- tools/q/run --\n#!/bin/sh\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := treeOf(c.files)
			got := ""
			for _, p := range tree.Paths() {
				if !Is(p) {
					continue
				}
				file, _ := tree.Read(p)
				if s := Load(tree, file); s != nil {
					got = strings.Join([]string{s.Manager.String(), s.Name, show(s.StopSignal), show(s.StopWait), show(s.Restart.AfterSuccess)}, " ")
				}
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestExeclineScriptsBecomeTheirLastProgram(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"#!/usr/bin/execlineb -P\n\nwith-contenv\ns6-setuidgid www\n\nphp82 /app/artisan queue:work --sleep=3\n", "php82 /app/artisan queue:work --sleep=3"},
		{"#!/bin/execlineb\nforeground { php artisan migrate } # é\ncd /app php artisan \"queue:work\" ${Q}", "php artisan queue:work ${Q}?"},
		{"#!/bin/execlineb\n{ { unbalanced", ""},
	} {
		file := source.New("run", []byte(c.in))
		var got []string
		for _, w := range ExeclineWords(file) {
			if w.Why != "" {
				w.Text += "?"
			}
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q", got)
		}
	}
}

func FuzzExecline(f *testing.F) {
	f.Add("#!/bin/execlineb\nforeground { a \"b\\\" } c\\")
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("run", []byte(text))
		for _, w := range ExeclineWords(file) {
			if w.Span.Start > w.Span.End || w.Span.End > len(text) {
				t.Fatal(w)
			}
		}
	})
}

func TestPlacesOnLinesOfSeveralBytesACharacter(t *testing.T) {
	words := ExeclineWords(source.New("run", []byte("#!/bin/execlineb\n# größe\ncd /ä é \"queue:work\" --tries=3\n")))
	if len(words) == 0 {
		t.Fatal("no words")
	}
	if got := words[len(words)-1].Span; got.Text() != "--tries=3" || got.First(source.CodePoints).Column != 22 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}
