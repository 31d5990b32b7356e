package platform

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/hcl"
	"github.com/qlint-dev/qlint/configparse/toml"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Result is what one file says.
type Result struct {
	Processes []*Process
	// Known says that the file is a platform's.
	Known bool
	// Whole says that it was read as a whole: what it does not set it does not set.
	Whole bool
	// Problem is what could not be parsed of a platform's file, nil for nothing.
	Problem *queue.Problem
}

// reader reads the trees of one platform.
type reader struct {
	is   func(*document.Node) bool
	read func(*document.Node) []*Process
}

var (
	fly          = reader{IsFly, Fly}
	render       = reader{IsRender, Render}
	digitalOcean = reader{IsDigitalOcean, DigitalOcean}
	railway      = reader{IsRailway, Railway}
	task         = reader{IsTaskDefinition, TaskDefinition}
	kamal        = reader{IsKamal, Kamal}
)

// May says by its path that a file may be a platform's.
func May(p string) bool { return len(readersOf(p)) > 0 || isHCL(p) }

// ByName says that a file is a platform's by its path alone; of the others the content decides.
func ByName(p string) bool {
	base := path.Base(p)
	return !isHCL(p) && !strings.HasSuffix(base, ".json") || strings.HasPrefix(base, "railway.")
}

// Words are what files have that are not named for their platform: one of them at least.
func Words() []string { return []string{"containerDefinitions", "driver", "kill_timeout"} }

func isHCL(p string) bool {
	return strings.HasSuffix(p, ".nomad") || strings.HasSuffix(p, ".hcl") && !strings.HasSuffix(p, ".lock.hcl") && !strings.HasSuffix(p, ".pkr.hcl")
}

// readersOf are the platforms whose file a path may be.
func readersOf(p string) []reader {
	ext := strings.ToLower(path.Ext(p))
	yaml := ext == ".yaml" || ext == ".yml"
	if !yaml && ext != ".toml" && ext != ".json" {
		return nil
	}
	base := strings.ToLower(path.Base(p))
	switch {
	case ext == ".toml" && (base == "fly.toml" || strings.HasPrefix(base, "fly.") || strings.HasPrefix(base, "fly-") || strings.HasSuffix(base, ".fly.toml")):
		return []reader{fly}
	case base == "render.yaml" || base == "render.yml":
		return []reader{render}
	case yaml && (path.Base(path.Dir(p)) == ".do" || base == "app.yaml" || base == "app.yml" || strings.HasPrefix(base, "digitalocean")):
		return []reader{digitalOcean}
	case base == "railway.toml" || base == "railway.json":
		return []reader{railway}
	case isKamalFile(p):
		return []reader{kamal}
	case ext == ".json" && strings.Contains(base, "task"):
		return []reader{task}
	}
	return nil
}

// Read reads a file; Known is false for one that is no platform's after all.
func Read(f *source.File) *Result {
	if isHCL(f.Path) {
		return readNomad(f)
	}
	readers := readersOf(f.Path)
	if len(readers) == 0 {
		return &Result{}
	}
	if path.Ext(f.Path) == ".toml" {
		parsed := toml.Parse(f)
		if parsed.Error != nil {
			return &Result{Known: true, Problem: &queue.Problem{Span: parsed.Error.Span, Reason: "TOML cannot parse it: " + parsed.Error.Message}}
		}
		return tree(parsed.Root, readers, true)
	}
	parsed := yaml.Parse(f) // which reads JSON too
	whole := len(parsed.Errors) == 0 && parsed.Cut == "" && !parsed.Template && !parsed.Placeholders
	for _, d := range parsed.Documents {
		if r := tree(d.Document(), readers, whole); r.Known {
			return r
		}
	}
	if len(parsed.Errors) > 0 && ByName(f.Path) && !parsed.Placeholders && !isKamalFile(f.Path) { // ERB may write that one, or it is another tool's
		return &Result{Known: true, Problem: &queue.Problem{Span: parsed.Errors[0].Span, Reason: "it cannot be parsed: " + parsed.Errors[0].Message}}
	}
	return &Result{}
}

func tree(root *document.Node, readers []reader, whole bool) *Result {
	for _, r := range readers {
		if root.Is(document.Mapping) && r.is(root) {
			return &Result{Known: true, Whole: whole, Processes: r.read(root)}
		}
	}
	return &Result{}
}

func readNomad(f *source.File) *Result {
	parsed := hcl.Parse(f)
	if !IsNomad(parsed) {
		return &Result{}
	}
	out := &Result{Known: true, Whole: len(parsed.Errors) == 0, Processes: Nomad(parsed)}
	if len(parsed.Errors) > 0 {
		out.Problem = &queue.Problem{Span: parsed.Errors[0].Span, Reason: "HCL cannot parse it: " + parsed.Errors[0].Message, Kept: "the blocks around the fault are still used"}
	}
	return out
}
