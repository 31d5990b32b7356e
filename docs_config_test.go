package qlint_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"
)

// blocksOf are the fenced blocks of a language in all pages, by page.
func blocksOf(t *testing.T, language string) map[string][]string {
	t.Helper()
	fence := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)^```$")
	out := map[string][]string{}
	for _, page := range pages(t) {
		for _, match := range fence.FindAllStringSubmatch(readPage(t, page), -1) {
			out[page] = append(out[page], match[1])
		}
	}
	if len(out) == 0 {
		t.Fatalf("no page shows %s", language)
	}
	return out
}

// Settings that a page shows are settings that qlint takes.
func TestDocumentationShowsSettingsThatAreRead(t *testing.T) {
	for page, blocks := range blocksOf(t, "toml") {
		for _, block := range blocks {
			file := filepath.Join(t.TempDir(), "qlint.toml")
			if err := os.WriteFile(file, []byte(block), 0o666); err != nil {
				t.Fatal(err)
			}
			args := []string{"--config", file, "--fail-on", "never", "testdata/projects/shop"}
			if out, err := exec.CommandContext(t.Context(), qlintBinary(t), args...).CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s\n%s", page, err, block, out)
			}
		}
	}
}

// The comments that silencing.md shows silence the sample's findings.
func TestDocumentationShowsCommentsThatSilence(t *testing.T) {
	text := readPage(t, "docs/silencing.md")
	shop := t.TempDir()
	if err := os.CopyFS(shop, os.DirFS("testdata/projects/shop")); err != nil {
		t.Fatal(err)
	}
	for language, file := range map[string]string{"php": "app/Jobs/ImportCustomers.php", "ini": "supervisor/queue.conf"} {
		match := regexp.MustCompile("(?ms)^```" + language + "\n(.*?)\n(.*?)\n```$").FindStringSubmatch(text)
		if match == nil {
			t.Fatalf("silencing.md shows no comment in %s", language)
		}
		comment := regexp.MustCompile(`until=\S+`).ReplaceAllString(match[1], "until=9999-12-31")
		at := filepath.Join(shop, file)
		data, err := os.ReadFile(at)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Count(string(data), match[2]) != 1 {
			t.Fatalf("%s has not %q once", file, match[2])
		}
		if err := os.WriteFile(at, []byte(strings.Replace(string(data), match[2], comment+"\n"+match[2], 1)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), qlintBinary(t), "--format", "compact")
	cmd.Dir = shop
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v\n%s", err, out)
	}
}

// What ci.md tells others to write names the hook and the action's inputs by their names.
func TestDocumentationShowsConfigurationOfTheHookAndTheAction(t *testing.T) {
	inputs := mustReadYAML[action](t, "action.yml").Inputs
	var hooks, uses int
	for page, blocks := range blocksOf(t, "yaml") {
		for _, block := range blocks {
			var shown struct {
				workflow `yaml:",inline"`
				Repos    []struct{ Hooks []hook }
			}
			if err := yaml.Unmarshal([]byte(block), &shown); err != nil {
				t.Errorf("%s: %v\n%s", page, err, block)
			}
			for _, repo := range shown.Repos {
				for _, h := range repo.Hooks {
					hooks++
					if h.ID != theHook(t).ID {
						t.Errorf("%s: no hook %s", page, h.ID)
					}
				}
			}
			for _, job := range shown.Jobs {
				for _, s := range job.Steps {
					if !strings.HasPrefix(s.Uses, "qlint-dev/qlint@") {
						continue
					}
					uses++
					for name := range s.With {
						if _, ok := inputs[name]; !ok {
							t.Errorf("%s: the action has no input %s", page, name)
						}
					}
				}
			}
		}
	}
	if hooks == 0 || uses == 0 {
		t.Errorf("%d hooks and %d uses of the action are shown", hooks, uses)
	}
	var listed []string
	for _, match := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(readPage(t, "docs/ci.md"), -1) {
		listed = append(listed, match[1])
	}
	slices.Sort(listed)
	if declared := slices.Sorted(maps.Keys(inputs)); !slices.Equal(listed, declared) {
		t.Errorf("inputs listed in ci.md: %v, declared: %v", listed, declared)
	}
}
