package qlint_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A large module: as many packages of as many functions, each of functionLines lines. Every other package takes part in handling jobs.
const (
	largePackages  = 250
	largeFunctions = 20
	functionLines  = 20
)

// largeModule writes a module of 100,000 lines.
func largeModule(tb testing.TB) string {
	tb.Helper()
	dir := tb.TempDir()
	put := func(name, text string) {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			tb.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	put("go.mod", "module example.com/large\n\ngo 1.25\n\nrequire github.com/hibiken/asynq v0.26.0\n\nreplace github.com/hibiken/asynq => ./asynq\n")
	put("asynq/go.mod", "module github.com/hibiken/asynq\n\ngo 1.25\n")
	put("asynq/asynq.go", "package asynq\n\ntype Task struct{}\n\nfunc (*Task) Payload() []byte { return nil }\n")
	put("migrations/1.sql", "CREATE TABLE items (id int PRIMARY KEY, name text, stock int);\n")
	for i := range largePackages {
		put(fmt.Sprintf("p%d/p.go", i), largePackage(i))
	}
	return dir
}

func largePackage(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "package p%d\n\nimport (\n\t\"context\"\n\t\"fmt\"\n\t\"strings\"\n", i)
	handles := i%2 == 0
	if handles {
		b.WriteString("\t\"database/sql\"\n\n\t\"github.com/hibiken/asynq\"\n")
	}
	if i > 1 {
		fmt.Fprintf(&b, "\n\tbelow \"example.com/large/p%d\"\n", i-2)
	}
	b.WriteString(")\n\n")
	if handles {
		b.WriteString("type Handler struct{ db *sql.DB }\n\nfunc (h *Handler) ProcessTask(ctx context.Context, t *asynq.Task) error {\n\treturn h.run0(ctx, string(t.Payload()))\n}\n\n")
	}
	for f := range largeFunctions {
		switch {
		case handles && f%2 == 0:
			fmt.Fprintf(&b, "func (h *Handler) run%d(ctx context.Context, name string) error {\n\tvar stock int\n", f)
			b.WriteString("\tif err := h.db.QueryRowContext(ctx, \"SELECT stock FROM items WHERE name = $1\", name).Scan(&stock); err != nil {\n\t\treturn err\n\t}\n")
			b.WriteString("\tfor i := range stock {\n\t\tif strings.HasPrefix(name, fmt.Sprint(i)) {\n\t\t\tcontinue\n\t\t}\n")
			b.WriteString("\t\tif _, err := h.db.ExecContext(ctx, \"UPDATE items SET name = $1 WHERE id = $2\", name, i); err != nil {\n\t\t\treturn fmt.Errorf(\"item %d: %w\", i, err)\n\t\t}\n\t}\n")
			if f+2 < largeFunctions {
				fmt.Fprintf(&b, "\tif stock > %d {\n\t\treturn h.run%d(ctx, name)\n\t}\n", f, f+2)
			}
			b.WriteString("\treturn ctx.Err()\n}\n\n")
		default:
			fmt.Fprintf(&b, "func Run%d(ctx context.Context, words []string) (map[string]int, error) {\n\tout := map[string]int{}\n", f)
			b.WriteString("\tfor i, w := range words {\n\t\tswitch {\n\t\tcase strings.HasPrefix(w, \"a\"):\n\t\t\tout[w] += i\n\t\tcase len(w) > 3:\n\t\t\tout[strings.ToUpper(w)]++\n")
			b.WriteString("\t\tdefault:\n\t\t\tif err := ctx.Err(); err != nil {\n\t\t\t\treturn nil, fmt.Errorf(\"%s at %d: %w\", w, i, err)\n\t\t\t}\n\t\t}\n\t}\n")
			if i > 1 && f%2 == 1 {
				fmt.Fprintf(&b, "\tmore, err := below.Run%d(ctx, words)\n\tfor k, v := range more {\n\t\tout[k] += v\n\t}\n\treturn out, err\n}\n\n", f)
			} else {
				b.WriteString("\treturn out, nil\n}\n\n")
			}
		}
	}
	return b.String()
}

// BenchmarkVet compares go vet with qlint as its tool and go vet as it is, over a large module. Each run starts from a copy of one build cache in
// which everything is compiled and nothing is vetted, and so judges every package, the standard library's too. The ratio has to stay below 1.5.
// A single round says enough: go test -run - -bench Vet -benchtime 1x .
func BenchmarkVet(b *testing.B) {
	dir := largeModule(b)
	compiled := b.TempDir()
	goWithCache(b, dir, compiled, "build", "./...")
	tool := "-vettool=" + qlintBinary(b)
	var stock, with time.Duration
	for b.Loop() {
		stock += vetTime(b, dir, compiled)
		with += vetTime(b, dir, compiled, tool)
	}
	b.ReportMetric(stock.Seconds()/float64(b.N), "stock-s")
	b.ReportMetric(with.Seconds()/float64(b.N), "qlint-s")
	b.ReportMetric(with.Seconds()/stock.Seconds(), "ratio")
}

// vetTime is how long go vet takes with a copy of a build cache.
func vetTime(b *testing.B, dir, compiled string, args ...string) time.Duration {
	b.Helper()
	cache := b.TempDir()
	if err := os.CopyFS(cache, os.DirFS(compiled)); err != nil {
		b.Fatal(err)
	}
	start := time.Now()
	goWithCache(b, dir, cache, append(append([]string{"vet"}, args...), "./...")...)
	took := time.Since(start)
	if err := os.RemoveAll(cache); err != nil {
		b.Fatal(err)
	}
	return took
}

func goWithCache(b *testing.B, dir, cache string, args ...string) {
	b.Helper()
	cmd := exec.CommandContext(b.Context(), "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOCACHE="+cache, "GOWORK=off", "GOFLAGS=-buildvcs=false", "GOPROXY=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("go %s: %s\n%s", args[0], err, out)
	}
}
