package unit

import (
	"testing"
	"testing/fstest"

	"github.com/qlint-dev/qlint/internal/source"
)

func FuzzServices(f *testing.F) {
	f.Add("[Service]\nExecStart=/usr/bin/php /srv/x/artisan queue:work $A ${B}\nEnvironment=A=1 \"B=2 3\"\nTimeoutStopSec=5m30\n", "[Service]\nExecStart=\nExecStart=-/bin/%i\n", "A='x\nB=\\")
	f.Fuzz(func(t *testing.T, main, dropIn, variables string) {
		memory := fstest.MapFS{
			"composer.json": {Data: []byte("{}")}, "x@.service": {Data: []byte(main)}, "x@a-b.service.d/1.conf": {Data: []byte(dropIn)},
			"y.service": {Data: []byte("[Service]\nWorkingDirectory=/srv\nEnvironmentFile=/srv/e.env\n" + main)}, "e.env": {Data: []byte(variables)},
		}
		tree := source.NewTree(memory, []string{"composer.json", "x@.service", "x@a-b.service.d/1.conf", "y.service", "e.env"})
		var files []*source.File
		for _, p := range tree.Paths() {
			if file, err := tree.Read(p); err == nil {
				files = append(files, file)
			}
		}
		for _, s := range Load(tree, files) {
			spans := []source.Span{s.Span, s.StopWait.Origin().Place()}
			for _, c := range s.Commands {
				for _, w := range c.Words {
					spans = append(spans, w.Span)
				}
			}
			for _, v := range s.Environment {
				spans = append(spans, v.Span)
			}
			for _, span := range spans {
				if span.File != nil && (span.Start < 0 || span.End < span.Start || span.End > len(span.File.Data)) {
					t.Fatalf("a span outside of the file: %d to %d", span.Start, span.End)
				}
			}
		}
	})
}
