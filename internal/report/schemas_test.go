package report

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func reports() map[string]*Report {
	return map[string]*Report{"findings": sample(), "clean": {Version: "v1.2.3", Docs: sampleDocs()}, "without rules": {}}
}

func gitlabSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	s, err := jsonschema.NewCompiler().Compile("testdata/gitlab.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// junitFault is what xmllint says of a JUnit report, "" when it is valid.
func junitFault(t *testing.T, text string) string {
	t.Helper()
	if _, err := exec.LookPath("xmllint"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("xmllint is not installed")
	}
	command := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "--schema", "testdata/junit.xsd", "-")
	command.Stdin = strings.NewReader(text)
	out, err := command.CombinedOutput()
	if err != nil {
		return string(out)
	}
	return ""
}

func TestGitLabReportsHoldWhatGitLabRequires(t *testing.T) {
	s := gitlabSchema(t)
	for name, r := range reports() {
		if err := validate(t, s, write(t, "gitlab", r)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	text := write(t, "gitlab", sample())
	for _, wrong := range []struct{ old, by string }{
		{`"critical"`, `"error"`}, {`"fingerprint"`, `"print"`}, {`"begin": 3`, `"begin": 0`}, {`"path": "`, `"path": "./`},
	} {
		if broken := strings.Replace(text, wrong.old, wrong.by, 1); broken == text || validate(t, s, broken) == nil {
			t.Errorf("the schema lets %s pass", wrong.by)
		}
	}
}

func TestJUnitReportsAreValid(t *testing.T) {
	for name, r := range reports() {
		if fault := junitFault(t, write(t, "junit", r)); fault != "" {
			t.Errorf("%s: %s", name, fault)
		}
	}
	text := write(t, "junit", sample())
	for _, wrong := range []struct{ old, by string }{{"classname=", "class="}, {"<failure ", "<wrong "}, {`line="3"`, `line="0"`}} {
		if broken := strings.Replace(text, wrong.old, wrong.by, 1); broken == text || junitFault(t, broken) == "" {
			t.Errorf("the schema lets %s pass", wrong.by)
		}
	}
}

// annotation is what GitHub's runner reads of a workflow command: properties without their separators, and an escaped message.
var annotation = regexp.MustCompile(`^::(error|warning|notice) ([a-zA-Z]+=[^,:\r\n]*,?)+::[^\r\n]+$`)

// annotationFaults lists the lines that are no annotation, or have a property that GitHub does not know.
func annotationFaults(out string) []string {
	properties := map[string]bool{"file": true, "line": true, "endLine": true, "col": true, "endColumn": true, "title": true}
	var faults []string
	for line := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
		if !annotation.MatchString(line) {
			faults = append(faults, line)
			continue
		}
		_, rest, _ := strings.Cut(line, " ")
		head, _, _ := strings.Cut(rest, "::")
		for property := range strings.SplitSeq(head, ",") {
			if name, value, _ := strings.Cut(property, "="); !properties[name] || value == "" {
				faults = append(faults, line)
			}
		}
	}
	return faults
}

func TestGitHubAnnotationsParse(t *testing.T) {
	out := write(t, "github", sample())
	if !strings.Contains(out, "::error ") || !strings.Contains(out, "::warning ") {
		t.Fatal("the sample lacks a severity")
	}
	for _, line := range annotationFaults(out) {
		t.Errorf("%q is no annotation", line)
	}
}

func TestReportsOfTheSampleProjectsAreValid(t *testing.T) {
	qlint := filepath.Join(t.TempDir(), "qlint")
	if out, err := exec.CommandContext(t.Context(), "go", "build", "-o", qlint, "../../cmd/qlint").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	projects, err := filepath.Glob("../../testdata/projects/*")
	if err != nil || len(projects) < 3 {
		t.Fatalf("%d sample projects, %v", len(projects), err)
	}
	sarifSchema, gitlab := schema(t), gitlabSchema(t)
	for _, project := range projects {
		run := func(format string) string {
			command := exec.CommandContext(t.Context(), qlint, "--fail-on=never", "--quiet", "--severity=info", "--format="+format)
			command.Dir = project
			out, err := command.Output()
			if err != nil {
				t.Fatalf("%s in %s: %v", format, project, err)
			}
			return string(out)
		}
		t.Run(filepath.Base(project), func(t *testing.T) {
			if err := validate(t, sarifSchema, run("sarif")); err != nil {
				t.Error(err)
			}
			if err := validate(t, gitlab, run("gitlab")); err != nil {
				t.Error(err)
			}
			if out := run("github"); out != "" {
				for _, line := range annotationFaults(out) {
					t.Errorf("%q is no annotation", line)
				}
			}
			if fault := junitFault(t, run("junit")); fault != "" {
				t.Error(fault)
			}
		})
	}
}
