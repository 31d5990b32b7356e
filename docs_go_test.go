package qlint_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/golangci"
)

// fencedAs is the text of a page's fenced block whose first line is a comment with a file's name.
func fencedAs(t *testing.T, page, name string) string {
	t.Helper()
	block := regexp.MustCompile("(?ms)^```\\w+\\n# " + regexp.QuoteMeta(name) + "\\n(.*?)^```$").FindStringSubmatch(readPage(t, page))
	if block == nil {
		t.Fatalf("%s shows no %s", page, name)
	}
	return block[1]
}

func TestDocumentationShowsSettingsOfGolangciLintThatItTakes(t *testing.T) {
	type custom struct {
		Version string
		Plugins []struct{ Module, Import string }
	}
	var shown, sample custom
	sampleText := readPage(t, chargeSample+"/.custom-gcl.yml")
	for text, into := range map[string]*custom{fencedAs(t, "docs/ci.md", ".custom-gcl.yml"): &shown, sampleText: &sample} {
		if err := yaml.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
	}
	if shown.Version != sample.Version || !slices.Equal(shown.Plugins, sample.Plugins) || len(shown.Plugins) != 1 {
		t.Errorf("docs show %+v, the sample that is built has %+v", shown, sample)
	}
	if ci := readPage(t, ".ci/run"); !strings.Contains(ci, "golangci="+sample.Version+"\n") {
		t.Errorf("the gate builds another golangci-lint than %s", sample.Version)
	}
	type linters struct {
		Linters struct {
			Settings struct {
				Custom map[string]struct{ Settings map[string]any }
			}
		}
	}
	for where, text := range map[string]string{"docs": fencedAs(t, "docs/ci.md", ".golangci.yml"), "sample": readPage(t, chargeSample+"/.golangci.yml")} {
		var l linters
		if err := yaml.Unmarshal([]byte(text), &l); err != nil {
			t.Fatal(err)
		}
		settings, ok := l.Linters.Settings.Custom[golangci.Name]
		if _, err := golangci.New(settings.Settings); err != nil || !ok {
			t.Errorf("%s: %t, %v", where, ok, err)
		}
	}
}

func TestDocumentationNamesPassesForBazelThatExist(t *testing.T) {
	names := regexp.MustCompile(`//analyzers/(\w+)`).FindAllStringSubmatch(fencedAs(t, "docs/ci.md", "BUILD.bazel"), -1)
	if len(names) == 0 {
		t.Fatal("no pass is shown")
	}
	for _, n := range names {
		if !slices.ContainsFunc(analyzers.All(), func(r analyzers.Rule) bool { return r.Analyzer.Name == n[1] }) {
			t.Errorf("no pass %s", n[1])
		}
		if _, err := os.Stat("analyzers/" + n[1]); err != nil {
			t.Error(err)
		}
	}
}
