package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// schema compiles the schema of SARIF 2.1.0, which the module of an independent reader carries.
func schema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	dir, err := exec.CommandContext(t.Context(), "go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3").Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "pkg/report/v210/sarif/schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok {
			text, _ = strconv.Unquote(lit.Value)
		}
		return true
	})
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	compiler.AssertFormat()
	if err := compiler.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("sarif.json")
}

func validate(t *testing.T, s *jsonschema.Schema, text string) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(doc)
}

func TestSARIFIsValid(t *testing.T) {
	s := schema(t)
	for name, r := range map[string]*Report{"findings": sample(), "clean": {Version: "v1.2.3", Docs: sampleDocs()}, "without rules": {}} {
		t.Run(name, func(t *testing.T) {
			if err := validate(t, s, write(t, "sarif", r)); err != nil {
				t.Error(err)
			}
		})
	}
	text := write(t, "sarif", sample())
	for _, wrong := range []struct{ old, by string }{
		{`"level": "note"`, `"level": "info"`}, {`"startLine": 3`, `"startLine": 0`}, {`"unicodeCodePoints"`, `"codePoints"`}, {`"ruleId"`, `"rule"`},
	} {
		if broken := strings.Replace(text, wrong.old, wrong.by, 1); broken == text || validate(t, s, broken) == nil {
			t.Errorf("the schema lets %s pass", wrong.by)
		}
	}
}

func TestSARIFLeadsFromTheOtherClocksToTheFinding(t *testing.T) {
	log, err := sarif.FromString(write(t, "sarif", sample()))
	if err != nil {
		t.Fatal(err)
	}
	result := log.Runs[0].Results[0]
	var uris []string
	for _, l := range result.CodeFlows[0].ThreadFlows[0].Locations {
		uris = append(uris, *l.Location.PhysicalLocation.ArtifactLocation.URI)
	}
	if got := strings.Join(uris, " "); got != "config/queue.php file:///srv/elsewhere/app/Jobs/B.php" {
		t.Errorf("the flow is %s", got)
	}
	if len(result.RelatedLocations) != 1 || *result.RelatedLocations[0].Message.Text != `90s: the lease of "redis"` {
		t.Errorf("related: %+v", result.RelatedLocations)
	}
	if got := *log.Runs[0].Results[2].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "app/Jobs/Gr%C3%B6%C3%9Fe%201.php" {
		t.Errorf("a URI is not encoded: %s", got)
	}
	if got := *log.Runs[0].Results[3].Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "ops/%1B%5B31mq:ue,ue%25.conf" {
		t.Errorf("a URI is not encoded: %s", got)
	}
}
