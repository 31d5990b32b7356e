package cloud

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// IsTerraform says by its path that a file is Terraform's.
func IsTerraform(p string) bool {
	return strings.HasSuffix(p, ".tf") || strings.HasSuffix(p, ".tofu") || strings.HasSuffix(p, ".tfvars")
}

// MayDeclare says by its path that a file may declare queues or tasks in YAML or JSON.
func MayDeclare(p string) bool {
	switch path.Ext(p) {
	case ".yml", ".yaml", ".template":
		return true
	case ".json":
		base := strings.ToLower(path.Base(p))
		return strings.Contains(base, "template") || strings.Contains(base, "cloudformation") || strings.Contains(base, "stack") || strings.Contains(base, "serverless")
	}
	return false
}

// Words are what such a file has: one of them at least.
func Words() []string {
	return []string{"AWS::SQS::Queue", "AWS::Lambda::", "AWS::Serverless::", "AWS::ECS::TaskDefinition", "provider:", "environments:"}
}

// Read reads a file in YAML or JSON that declares queues or tasks; one that declares none gives none.
func Read(f *source.File) *Result {
	parsed := yaml.Parse(f)
	out := &Result{}
	for _, d := range parsed.Documents {
		root := d.Document()
		base := path.Base(f.Path)
		switch {
		case IsTemplate(root):
			out.add(Template(root))
		case strings.HasPrefix(base, "serverless") && IsServerless(root):
			out.add(Serverless(root))
		case strings.HasPrefix(base, "vapor.") && IsVapor(root):
			out.add(Vapor(root))
		}
	}
	if base := path.Base(f.Path); len(parsed.Errors) > 0 && (strings.HasPrefix(base, "vapor.") || strings.HasPrefix(base, "serverless.")) {
		out.Problems = append(out.Problems, queue.Problem{Span: parsed.Errors[0].Span, Reason: "YAML cannot parse it: " + parsed.Errors[0].Message})
	}
	return out
}

func (r *Result) add(more *Result) {
	r.Queues = append(r.Queues, more.Queues...)
	r.Tasks = append(r.Tasks, more.Tasks...)
	r.Problems = append(r.Problems, more.Problems...)
}
