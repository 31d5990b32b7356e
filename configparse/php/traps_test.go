package php

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// TestAcceptsWhatPHPAccepts runs snippets whose verdict PHP 8.5 gave.
func TestAcceptsWhatPHPAccepts(t *testing.T) {
	f, err := os.Open("testdata/traps.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	n := 0
	for lines.Scan() {
		var c struct{ ID, Code, Expect string }
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		n++
		t.Run(c.ID, func(t *testing.T) {
			file := Parse([]byte(c.Code))
			if ok := len(file.Errors) == 0; ok != (c.Expect == "ok") {
				t.Errorf("PHP says %s, but errors are %v in\n%s", c.Expect, file.Errors, c.Code)
			}
		})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n != 166 {
		t.Errorf("%d snippets read, want 166", n)
	}
}

func TestPlacesBehindLettersOfSeveralBytes(t *testing.T) {
	src := "<?php // größe\n$ä = 'é'; return ['ö' => $ü + 90];\n"
	file := Parse([]byte(src))
	var got []string
	Walk(file, func(n Node) bool {
		switch n.(type) {
		case *Var, *Array, *Binary:
			got = append(got, file.Source(n))
		}
		return true
	})
	want := []string{"$ä", "['ö' => $ü + 90]", "$ü + 90", "$ü"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
