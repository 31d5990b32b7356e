package process

import (
	"bytes"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

var (
	// hereOperator is `<<EOF`, `<<-'EOF'`, `<< "EOF"`, `<<\EOF`; `<<<` is none.
	hereOperator = pattern.New(`(?:^|[^<])<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|(\\?)([A-Za-z_][A-Za-z0-9_]*))`)
	// programHeader is what makes a here-document one of Supervisor's.
	programHeader = pattern.New(`(?m)^[ \t]*\[(?:program|fcgi-program|eventlistener|group):[^\]\n]*\]|^[ \t]*\[supervisord\]`)
)

// hereDocument is the operator that announces a body.
type hereDocument struct {
	delimiter string
	stripTabs bool
	quoted    bool
}

// LoadScript reads the Supervisor configurations that a shell script, or a Dockerfile, writes in here-documents:
// `cat > /etc/supervisor/conf.d/worker.conf <<EOF`. Each is a configuration of its own with spans in the script. What the shell
// fills in is Unknown.
func LoadScript(file *source.File, options Options) []*Config {
	var out []*Config
	for _, region := range hereRegions(file.Data) {
		if !programHeader.Match(file.Data[region.Start:region.End]) {
			continue
		}
		c := load(nil, file, supervisor.ParseRegion(file, region), options)
		c.Template = c.Template || region.Shell
		out = append(out, c)
	}
	return out
}

// hereRegions finds the bodies of the here-documents of a script. One that is never ended goes to the end of the file.
func hereRegions(data []byte) []supervisor.Region {
	var out []supervisor.Region
	var waiting []hereDocument
	start := 0
	for at := 0; at < len(data); {
		end, next := len(data), len(data)
		if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
			end, next = at+n, at+n+1
		}
		line := bytes.TrimSuffix(data[at:end], []byte{'\r'})
		if len(waiting) == 0 {
			waiting = operators(line)
			start = next
		} else if doc := waiting[0]; doc.ends(line) {
			out = append(out, doc.region(start, at))
			waiting, start = waiting[1:], next
		}
		at = next
	}
	if len(waiting) > 0 && start < len(data) {
		out = append(out, waiting[0].region(start, len(data)))
	}
	return out
}

// operators lists the here-documents that a line announces.
func operators(line []byte) []hereDocument {
	if trimmed := bytes.TrimLeft(line, " \t"); len(trimmed) > 0 && trimmed[0] == '#' {
		return nil
	}
	var out []hereDocument
	for _, m := range hereOperator.FindAllSubmatch(line, -1) {
		out = append(out, hereDocument{
			delimiter: string(m[2]) + string(m[3]) + string(m[5]), stripTabs: len(m[1]) > 0,
			quoted: m[2] != nil || m[3] != nil || len(m[4]) > 0,
		})
	}
	return out
}

func (d hereDocument) ends(line []byte) bool {
	if d.stripTabs {
		line = bytes.TrimLeft(line, "\t")
	}
	return string(line) == d.delimiter
}

func (d hereDocument) region(start, end int) supervisor.Region {
	return supervisor.Region{Start: start, End: end, StripTabs: d.stripTabs, Shell: !d.quoted}
}
