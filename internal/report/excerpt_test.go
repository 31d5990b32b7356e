package report

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/source"
)

func TestCaretsStandBelowTheSpanInATerminal(t *testing.T) {
	tests := []struct {
		name, before, marked, after string
		want                        string // the excerpt and, below it, the carets
	}{
		{"plain", "a = ", "90", ";", "a = 90;\n    ^^"},
		{"tabs reach the next multiple of four", "\tx\t", "y", "", "    x   y\n        ^"},
		{"a tab within the span", "", "a\tb", "", "a   b\n^^^^^"},
		{"wide characters take two columns", "大きい ", "値", ";", "大きい 値;\n       ^^"},
		{"marks that combine take none", "e\u0301 ", "e\u0301x", "", "e\u0301 e\u0301x\n  ^^"},
		{"letters of two bytes take one", "größe ", "ß", "", "größe ß\n      ^"},
		{"emoji", "🚀 ", "🚀", "", "🚀 🚀\n   ^^"},
		{"bytes that are no UTF-8", "\xff\xfe ", "a", "\x80", "\ufffd\ufffd a\ufffd\n   ^"},
		{"escape sequences are shown, not obeyed", "\x1b[2J", "a", "\x9b1m\r", "\ufffd[2Ja\ufffd1m\n    ^"},
		{"direction marks", "\u202e", "a", "\u2066", "\ufffda\ufffd\n ^"},
		{"a span over lines ends with the first", "a = ", "[\n1]", ";", "a = [\n    ^"},
		{"an empty span", "a", "", "b", "ab\n ^"},
		{"at the end of the line", "abc", "", "", "abc\n   ^"},
		{"a carriage return is no text", "a ", "b", "\r\nnext", "a b\n  ^"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := source.New("f", []byte("first\n"+test.before+test.marked+test.after+"\n"))
			start := len("first\n") + len(test.before)
			text, from, to := excerpt(f.Span(start, start+len(test.marked)))
			got := text + "\n" + strings.Repeat(" ", from) + strings.Repeat("^", max(to-from, 1))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestLongLinesAreCutAroundTheSpan(t *testing.T) {
	for name, filler := range map[string]string{"narrow": "ab", "wide": "大", "tabs": "\t", "broken": "\xff"} {
		for _, before := range []int{0, 30, 500, 100_000} {
			for _, marked := range []string{"MARK", "MARK" + strings.Repeat("x", 300)} {
				f := source.New("f", []byte(strings.Repeat(filler, before)+marked+strings.Repeat(filler, 100_000)))
				start := before * len(filler)
				text, from, to := excerpt(f.Span(start, start+len(marked)))
				if columnsOf(text) > maxExcerpt+2 || to > maxExcerpt || from >= to {
					t.Errorf("%s, %d before: %d columns, carets %d to %d", name, before, columnsOf(text), from, to)
				}
				if shown := dropColumns(text, from); !strings.HasPrefix(shown, "MARK") {
					t.Errorf("%s, %d before: the carets stand below %.20q", name, before, shown)
				}
			}
		}
	}
}

func TestTimelinesShowClocksThatCollide(t *testing.T) {
	s := func(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }
	tests := []struct {
		name string
		in   *diag.Timeline
		want []string
	}{
		{"none", nil, nil},
		{"no bars", &diag.Timeline{Marks: []time.Duration{s(1)}}, nil},
		{"three workers", &diag.Timeline{
			Marks: []time.Duration{s(0), s(90), s(180), s(270), s(300)},
			Bars:  []diag.Bar{{Label: "worker 1", End: s(300)}, {Label: "worker 2", Start: s(90), Open: true}, {Label: "worker 3", Start: s(180), Open: true}},
		}, []string{
			"0s             90s            180s           270s  300s",
			"├─ worker 1 ───────────────────────────────────────┤",
			"               ├─ worker 2 ───────────────────────── …",
			"                              ├─ worker 3 ────────── …",
		}},
		{"marks that would touch give way to the last", &diag.Timeline{
			Marks: []time.Duration{s(100), s(1), s(0), s(99), s(50)}, Bars: []diag.Bar{{Label: "x", End: s(100)}},
		}, []string{
			"0s                       50s                       100s",
			"├─ x ──────────────────────────────────────────────┤",
		}},
		{"a moment, and a label that does not fit", &diag.Timeline{
			Marks: []time.Duration{s(0), s(10.5), s(300)},
			Bars:  []diag.Bar{{Label: "grace after the signal", End: s(10.5)}, {Label: "SIGKILL", Start: s(10.5), End: s(10.5)}, {Label: "job", End: s(300)}},
		}, []string{
			"0s                                                 300s",
			"├┤ grace after the signal",
			" ╳ SIGKILL",
			"├─ job ────────────────────────────────────────────┤",
		}},
		{"nothing lasts", &diag.Timeline{Marks: []time.Duration{0}, Bars: []diag.Bar{{Label: "now"}}}, []string{"0s", "╳ now"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, timeline(test.in)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
