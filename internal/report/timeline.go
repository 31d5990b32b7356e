package report

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/diag"
)

// timelineWidth is how many columns a timeline takes, without its labels.
const timelineWidth = 52

// timeline draws clocks that collide:
//
//	0s          90s         180s           300s
//	├─ worker 1 ──────────────────────────────┤
//	            ├─ worker 2: the same job ───── …
func timeline(t *diag.Timeline) []string {
	if t == nil || len(t.Bars) == 0 {
		return nil
	}
	end := time.Duration(1)
	for _, b := range t.Bars {
		end = max(end, b.Start, b.End)
	}
	for _, m := range t.Marks {
		end = max(end, m)
	}
	column := func(at time.Duration) int {
		return int(float64(at) / float64(end) * (timelineWidth - 1))
	}
	lines := []string{marksLine(t.Marks, column)}
	for _, b := range t.Bars {
		lines = append(lines, barLine(b, column))
	}
	return lines
}

// marksLine writes the moments above the bars; one that would touch the one before it is left out.
func marksLine(marks []time.Duration, column func(time.Duration) int) string {
	sorted := slices.Compact(slices.Sorted(slices.Values(marks)))
	line := ""
	for i, m := range sorted {
		text := strconv.FormatFloat(m.Seconds(), 'f', -1, 64) + "s"
		at := column(m)
		if i > 0 && at <= utf8.RuneCountInString(line) {
			continue
		}
		line += strings.Repeat(" ", at-utf8.RuneCountInString(line)) + text
	}
	return line
}

func barLine(b diag.Bar, column func(time.Duration) int) string {
	start := column(b.Start)
	lead := strings.Repeat(" ", start)
	if b.Start == b.End && !b.Open {
		return lead + "╳ " + b.Label
	}
	end := column(b.End)
	if b.Open {
		end = timelineWidth - 1
	}
	bar := "├─ " + b.Label + " "
	if fill := end - start - utf8.RuneCountInString(bar); fill > 0 {
		bar += strings.Repeat("─", fill)
	}
	if b.Open {
		return lead + bar + "─ …"
	}
	return lead + bar + "┤"
}
