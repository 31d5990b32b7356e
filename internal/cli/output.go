package cli

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/report"
	"github.com/qlint-dev/qlint/internal/source"
)

// outputFlags say what is printed where.
type outputFlags struct {
	formats list
	color   string
	quiet   bool
}

func (f *outputFlags) define(set *flag.FlagSet) {
	set.Var(&f.formats, "format", "`FORMAT`: "+strings.Join(report.Names(), ", ")+"; several as --format text --format sarif=out.sarif")
	set.StringVar(&f.color, "color", "auto", "`WHEN`: auto (default), always, never")
	set.BoolVar(&f.quiet, "quiet", false, "no summary")
}

// output is a format and where it goes.
type output struct {
	format report.Format
	file   string // "" for standard output
	out    io.Writer
}

func (f *outputFlags) outputs(s Streams) ([]output, error) {
	if _, err := colored(f.color, s.Out); err != nil {
		return nil, err
	}
	asked := f.formats
	if len(asked) == 0 {
		asked = list{"text"}
	}
	var out []output
	for _, a := range asked {
		name, file, named := strings.Cut(a, "=")
		format, err := report.Find(name)
		if err != nil {
			return nil, usage("--format: %s", err)
		}
		if named && file == "" {
			return nil, usage("--format %s: a file name must follow", a)
		}
		mixes := func(o output) bool { return o.file == "" && (isDocument(o.format.Name) || isDocument(name)) }
		if !named && slices.ContainsFunc(out, mixes) {
			return nil, usage("--format %s: a document cannot share standard output with another format; name a file: --format %s=FILE", a, a)
		}
		out = append(out, output{format: format, file: file, out: s.Out})
	}
	return out, nil
}

// write writes every output; one that fails keeps no other from being written. The summary is for people: it follows the text format on
// standard error.
func (f *outputFlags) write(outputs []output, r *report.Report, note string, s Streams) error {
	var failed error
	text := false
	for _, o := range outputs {
		text = text || o.format.Name == "text"
		if err := f.writeOne(o, r); err != nil && failed == nil {
			failed = err
		}
	}
	if text && !f.quiet {
		if err := report.WriteSummary(s.Err, r.Summary); err != nil && failed == nil {
			failed = err
		}
		if note != "" {
			fmt.Fprintln(s.Err, note)
		}
	}
	return failed
}

func (f *outputFlags) writeOne(o output, r *report.Report) (err error) {
	out := o.out
	if o.file != "" {
		file, err := os.Create(o.file)
		if err != nil {
			return fault("--format %s=%s: %s", o.format.Name, o.file, source.Plain(err))
		}
		defer func() {
			if closing := file.Close(); err == nil {
				err = closing
			}
		}()
		out = file
	}
	if r.Color, err = colored(f.color, out); err != nil {
		return err
	}
	return o.format.Write(out, r)
}

// relativeTo prints paths of a repository relative to the working directory, absolute outside it.
func relativeTo(root string) func(string) string {
	wd, err := os.Getwd()
	return func(p string) string {
		abs := filepath.FromSlash(p)
		if !filepath.IsAbs(abs) {
			abs = filepath.Join(root, abs)
		}
		if err == nil && within(abs, wd) {
			if rel, err := filepath.Rel(wd, abs); err == nil {
				abs = rel
			}
		}
		return filepath.ToSlash(abs)
	}
}

// isDocument says that a format is one document, and not lines that may stand between others.
func isDocument(format string) bool {
	return !slices.Contains([]string{"text", "compact", "github"}, format)
}
