package report

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

func reports() map[string]*Report {
	return map[string]*Report{"findings": sample(), "clean": {Version: "v1.2.3", Docs: sampleDocs()}, "without rules": {}}
}

func TestGitLabReportsHoldWhatGitLabRequires(t *testing.T) {
	s, err := jsonschema.NewCompiler().Compile("testdata/gitlab.schema.json")
	if err != nil {
		t.Fatal(err)
	}
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
	if _, err := exec.LookPath("xmllint"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal(err)
		}
		t.Skip("xmllint is not installed")
	}
	valid := func(text string) ([]byte, error) {
		command := exec.CommandContext(t.Context(), "xmllint", "--noout", "--nonet", "--schema", "testdata/junit.xsd", "-")
		command.Stdin = strings.NewReader(text)
		return command.CombinedOutput()
	}
	for name, r := range reports() {
		if out, err := valid(write(t, "junit", r)); err != nil {
			t.Errorf("%s: %s", name, out)
		}
	}
	text := write(t, "junit", sample())
	for _, wrong := range []struct{ old, by string }{{"classname=", "class="}, {"<failure ", "<wrong "}, {`line="3"`, `line="0"`}} {
		broken := strings.Replace(text, wrong.old, wrong.by, 1)
		if out, err := valid(broken); broken == text || err == nil {
			t.Errorf("the schema lets %s pass: %s", wrong.by, out)
		}
	}
}

// annotation is what GitHub's runner reads of a workflow command: properties without their separators, and an escaped message.
var annotation = regexp.MustCompile(`^::(error|warning|notice) ([a-zA-Z]+=[^,:\r\n]*,?)+::[^\r\n]+$`)

func TestGitHubAnnotationsParse(t *testing.T) {
	properties := map[string]bool{"file": true, "line": true, "endLine": true, "col": true, "endColumn": true, "title": true}
	out := write(t, "github", sample())
	if !strings.Contains(out, "::error ") || !strings.Contains(out, "::warning ") {
		t.Fatal("the sample lacks a severity")
	}
	for line := range bytes.Lines([]byte(out)) {
		line = bytes.TrimSuffix(line, []byte("\n"))
		if !annotation.Match(line) {
			t.Errorf("%q is no annotation", line)
			continue
		}
		_, rest, _ := strings.Cut(string(line), " ")
		head, _, _ := strings.Cut(rest, "::")
		for property := range strings.SplitSeq(head, ",") {
			if name, value, _ := strings.Cut(property, "="); !properties[name] || value == "" {
				t.Errorf("%q: the property %q", line, property)
			}
		}
	}
}
