package terraform

import (
	"testing"

	"github.com/qlint-dev/qlint/internal/source"
)

// load reads files by their paths.
func load(files map[string]string) map[string]*Module {
	var all []*source.File
	for at, text := range files {
		all = append(all, source.New(at, []byte(text)))
	}
	out := map[string]*Module{}
	modules, _ := Load(all)
	for _, m := range modules {
		out[m.Folder] = m
	}
	return out
}

func TestReferencesAreResolvedAsTerraformDoes(t *testing.T) {
	const resource = "resource \"aws_sqs_queue\" \"q\" { name = var.n }\n"
	const variable = "variable \"n\" { default = \"a\" }\n"
	for _, c := range []struct {
		name  string
		files map[string]string
		want  string
	}{
		{"a default", map[string]string{"m/a.tf": resource + variable}, "a"},
		{"a default of another file", map[string]string{"m/a.tf": resource, "m/b.tf": variable}, "a"},
		{"terraform.tfvars", map[string]string{"m/a.tf": resource + variable, "m/terraform.tfvars": "n = \"b\"\n"}, "b"},
		{"x.auto.tfvars", map[string]string{"m/a.tf": resource + variable, "m/x.auto.tfvars": "n = \"b\"\n"}, "b"},
		{"other values", map[string]string{"m/a.tf": resource + variable, "m/prod.tfvars": "n = \"b\"\n"}, "unknown: var.n is set by m/prod.tfvars where that is used"},
		{"the only call", map[string]string{"m/a.tf": resource + variable, "a.tf": "module \"x\" {\n source = \"./m\"\n n = \"c\"\n}\n"}, "c"},
		{"a call that leaves it out", map[string]string{"m/a.tf": resource + variable, "a.tf": "module \"x\" {\n source = \"./m\"\n}\n"}, "a"},
		{"two calls", map[string]string{"m/a.tf": resource + variable, "a.tf": "module \"x\" {\n source = \"./m\"\n n = \"c\"\n}\nmodule \"y\" {\n source = \"./m\"\n n = \"d\"\n}\n"},
			"unknown: several calls of the module may give var.n different values"},
		{"locals", map[string]string{"m/a.tf": "resource \"aws_sqs_queue\" \"q\" { name = local.a.b }\nlocals { a = { b = \"größe\" } }\n"}, "größe"},
		{"a circle", map[string]string{"m/a.tf": "resource \"aws_sqs_queue\" \"q\" { name = local.a }\nlocals {\n a = local.b\n b = local.a\n}\n"}, "unknown"},
		{"the provider's", map[string]string{"m/a.tf": "resource \"aws_sqs_queue\" \"q\" { name = aws_sqs_queue.r.arn }\nresource \"aws_sqs_queue\" \"r\" {}\n"}, "unknown: the provider gives aws_sqs_queue.r.arn"},
	} {
		n := load(c.files)["m"].Resources["aws_sqs_queue.q"].Get("name")
		got := n.Text
		if n.Why != "" {
			got = "unknown: " + n.Why
		}
		if got != c.want && (c.want != "unknown" || n.Why == "") {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestValuesHaveTheirPlaceOnLinesOfSeveralBytesACharacter(t *testing.T) {
	r := load(map[string]string{"a.tf": "resource \"aws_sqs_queue\" \"q\" {\n  /* größe */ visibility_timeout_seconds = 90\n}\n"})["."].Resources["aws_sqs_queue.q"]
	got := r.Get("visibility_timeout_seconds").Span
	if got.Text() != "90" || got.First(source.CodePoints).Column != 44 {
		t.Errorf("%q in column %d", got.Text(), got.First(source.CodePoints).Column)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add("module \"m\" {\n source = \"./m\"\n n = local.a\n}\nlocals { a = [1, local.a, var.b.c] }\n", "variable \"n\" { default = { b = 1 } }\nresource \"a\" \"b\" {\n x = var.n.b\n y = a.b.x\n}\n", "n = \"é\"\n")
	f.Fuzz(func(t *testing.T, root, used, values string) {
		for _, m := range load(map[string]string{"a.tf": root, "m/a.tf": used, "m/terraform.tfvars": values}) {
			for _, address := range m.Order {
				r := m.Resources[address]
				r.Repeated()
				for _, a := range r.Attributes {
					if n := r.Get(a.Name); n != nil {
						n.Span.Text()
					}
				}
			}
		}
	})
}
