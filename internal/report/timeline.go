package report

import (
	"slices"
	"strings"
	"time"

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

// marksLine writes the moments above the bars. Where two would touch, the first and last of all are kept, then the earlier one.
func marksLine(marks []time.Duration, column func(time.Duration) int) string {
	type mark struct {
		at   int
		text string
	}
	var kept []mark
	sorted := slices.Compact(slices.Sorted(slices.Values(marks)))
	for i, m := range sorted {
		next := mark{column(m), seconds(m)}
		for len(kept) > 0 && touches(kept[len(kept)-1].at, kept[len(kept)-1].text, next.at) {
			if i < len(sorted)-1 || len(kept) == 1 {
				next.at = -1
				break
			}
			kept = kept[:len(kept)-1]
		}
		if next.at >= 0 {
			kept = append(kept, next)
		}
	}
	line := ""
	for _, m := range kept {
		line += strings.Repeat(" ", m.at-len(line)) + m.text
	}
	return line
}

// touches says that a text at a column leaves no blank before the next column.
func touches(at int, text string, next int) bool { return at+len(text) >= next }

// barLine draws one bar; a label that does not fit into it stands behind it.
func barLine(b diag.Bar, column func(time.Duration) int) string {
	start, end := column(b.Start), column(b.End)
	lead := strings.Repeat(" ", start)
	label := printable(b.Label)
	switch {
	case b.Open:
		text := "├─ " + label + " ─"
		return lead + text + strings.Repeat("─", max(timelineWidth-start-columnsOf(text), 0)) + " …"
	case b.Start == b.End:
		return lead + "╳ " + label
	}
	if fill := end - start - columnsOf(label) - 4; fill >= 0 {
		return lead + "├─ " + label + " " + strings.Repeat("─", fill) + "┤"
	}
	return lead + "├" + strings.Repeat("─", max(end-start-1, 0)) + "┤ " + label
}
