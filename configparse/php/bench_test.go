package php

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// phpFiles returns the .php files below dir.
func phpFiles(tb testing.TB, dir string) map[string][]byte {
	tb.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !d.Type().IsRegular() || !strings.HasSuffix(path, ".php") {
			return err
		}
		src, err := os.ReadFile(path)
		files[path] = src
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return files
}

// BenchmarkParse parses the sample application of testdata, and the folder named by QLINT_PHP_CORPUS where there is one.
func BenchmarkParse(b *testing.B) {
	run := func(name, dir string) {
		b.Run(name, func(b *testing.B) {
			files := phpFiles(b, dir)
			size := 0
			for _, src := range files {
				size += len(src)
			}
			b.SetBytes(int64(size))
			b.ReportAllocs()
			for b.Loop() {
				for _, src := range files {
					Parse(src)
				}
			}
		})
	}
	run("sample", "testdata/app")
	if dir := os.Getenv("QLINT_PHP_CORPUS"); dir != "" {
		run("corpus", dir)
	}
}
