package lint

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeApplication makes an application of 3,000 PHP files, 30 MB in all, with 200 queued classes.
func writeApplication(b *testing.B) string {
	b.Helper()
	root := b.TempDir()
	write := func(name, text string) {
		at := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	write("composer.json", `{"require": {"laravel/framework": "^12.0"}, "autoload": {"psr-4": {"App\\": "app/"}}}`)
	write("artisan", "<?php\n")
	write("config/queue.php", "<?php\n\nreturn ['default' => 'redis', 'connections' => ['redis' => ['driver' => 'redis', 'queue' => 'default', 'retry_after' => 90]]];\n")
	method := "    public function total%d(array $rows): int\n    {\n        $sum = 0;\n        foreach ($rows as $key => $row) {\n            if ($row['active'] && ! empty($row['amount'])) {\n                $sum += (int) round($row['amount'] * 100) - ($row['discount'] ?? 0);\n            }\n        }\n\n        return max($sum, 0);\n    }\n\n"
	var body strings.Builder
	for i := range 30 {
		fmt.Fprintf(&body, method, i)
	}
	var short strings.Builder // a job is a third as long as a service
	for i := range 10 {
		fmt.Fprintf(&short, method, i)
	}
	for i := range 2800 {
		write(fmt.Sprintf("app/Services/Area%d/Service%d.php", i%40, i), fmt.Sprintf("<?php\n\nnamespace App\\Services\\Area%d;\n\nclass Service%d\n{\n%s}\n", i%40, i, body.String()))
	}
	for i := range 200 {
		write(fmt.Sprintf("app/Jobs/Job%d.php", i), fmt.Sprintf("<?php\n\nnamespace App\\Jobs;\n\nuse Illuminate\\Contracts\\Queue\\ShouldQueue;\nuse Illuminate\\Foundation\\Queue\\Queueable;\n\nclass Job%d implements ShouldQueue\n{\n    use Queueable;\n\n    public $timeout = %d;\n\n    public function handle(): void\n    {\n        Job%d::dispatch()->onQueue('q%d');\n    }\n\n%s}\n", i, 30+i, (i+1)%200, i%5, short.String()))
	}
	return root
}

// BenchmarkRepository lints a whole repository and says how many times as long as `rg -l ShouldQueue` over the same files it takes:
// the bytes have to be read in any case.
func BenchmarkRepository(b *testing.B) {
	root := writeApplication(b)
	rg, err := exec.LookPath("rg")
	if err != nil {
		b.Skip("rg is not installed")
	}
	qlint := filepath.Join(b.TempDir(), "qlint")
	if out, err := exec.CommandContext(b.Context(), "go", "build", "-o", qlint, "../../cmd/qlint").CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	var ours, theirs time.Duration
	for b.Loop() {
		start := time.Now()
		if err := exec.CommandContext(b.Context(), rg, "-l", "ShouldQueue", root).Run(); err != nil {
			b.Fatal(err)
		}
		theirs += time.Since(start)
		start = time.Now()
		if err := exec.CommandContext(b.Context(), qlint, "--fail-on=never", root).Run(); err != nil {
			b.Fatal(err)
		}
		ours += time.Since(start)
	}
	b.ReportMetric(float64(ours)/float64(theirs), "times-rg")
}
