package discover

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeApplication writes an application of 3000 classes, 30 MB, one in twenty of them a queued job.
func writeApplication(tb testing.TB) string {
	tb.Helper()
	root := tb.TempDir()
	filler := strings.Repeat("        $total = $this->prices->sum(fn ($p) => $p->amount * $p->quantity);\n", 10_000/75)
	for n := range 3000 {
		dir := filepath.Join(root, "app", fmt.Sprintf("Module%02d", n%50), []string{"Models", "Http", "Jobs", "Services"}[n/50%4])
		if err := os.MkdirAll(dir, 0o777); err != nil {
			tb.Fatal(err)
		}
		implements := ""
		if n%20 == 0 {
			implements = " implements ShouldQueue"
		}
		text := fmt.Sprintf("<?php\n\nnamespace App;\n\nclass Class%d%s\n{\n    public function handle(): void\n    {\n%s    }\n}\n", n, implements, filler)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("Class%d.php", n)), []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	return root
}

// BenchmarkReadingAgainstRipgrep prints how much longer walking and reading a tree takes than `rg -l ShouldQueue` on it.
func BenchmarkReadingAgainstRipgrep(b *testing.B) {
	root := writeApplication(b)
	mark := []byte("ShouldQueue")
	own := func() {
		repo, err := Open(root, nil)
		if err != nil {
			b.Fatal(err)
		}
		defer repo.Close()
		unread := repo.Scan(func(string) Look { return func(data []byte) bool { return bytes.Contains(data, mark) } })
		if len(unread) > 0 {
			b.Fatal(unread)
		}
	}
	own()
	rg, err := exec.LookPath("rg")
	var ours, theirs time.Duration
	for b.Loop() {
		start := time.Now()
		own()
		ours += time.Since(start)
		if err == nil {
			start = time.Now()
			if out, err := exec.CommandContext(b.Context(), rg, "-l", "ShouldQueue", root).CombinedOutput(); err != nil {
				b.Fatalf("%v: %s", err, out)
			}
			theirs += time.Since(start)
		}
	}
	b.ReportMetric(float64(ours.Microseconds())/1000/float64(b.N), "own-ms")
	if err == nil {
		b.ReportMetric(float64(theirs.Microseconds())/1000/float64(b.N), "rg-ms")
		b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio-to-rg")
	}
}
