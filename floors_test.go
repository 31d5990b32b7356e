package qlint_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"strings"
	"testing"
)

const module = "github.com/qlint-dev/qlint"

// floors places every package: the longest matching prefix counts, and a package imports only packages of a lower floor. A pattern
// ending in /* stands for the folders directly below.
var floors = map[string]int{
	"internal/marks":        0,
	"internal/parallel":     0,
	"internal/pattern":      0,
	"internal/source":       0,
	"internal/diag":         1,
	"internal/discover":     1,
	"internal/queue":        1,
	"internal/baseline":     2,
	"internal/changes":      2,
	"internal/ruledoc":      2,
	"internal/settings":     4,
	"configparse/document":  2,
	"configparse/*":         3,
	"configparse/phpeval":   4,
	"configparse/terraform": 4,
	"analyzers/internal/*":  4,
	"internal/ignore":       4,
	"configparse/container": 5,
	"configparse/deploy":    5,
	"configparse/laravel":   5,
	"configparse/migration": 5,
	"configparse/queueable": 5,
	"configparse/worker":    5,
	"configparse/npm":       4,
	"configparse/cloud":     5,
	"configparse/platform":  5,
	"configparse/process":   5,
	"configparse/unit":      5,
	"configparse/restart":   5,
	"rules":                 5,
	"analyzers/*":           5,
	"internal/report":       5,
	"internal/link":         6,
	"analyzers":             6,
	"internal/gocheck":      7,
	"internal/lint":         7,
	"internal/modular":      7,
	"golangci":              8,
	"internal/cli":          8,
	"internal/vettool":      8,
	"cmd/qlint":             9,

	"configparse/circus":     5,
	"configparse/crontab":    5,
	"configparse/pm2":        5,
	"configparse/procfile":   5,
	"configparse/servicedir": 5,
	"configparse/activejob":  5,
	"configparse/bullmq":     5,
	"configparse/sidekiq":    5,
	"configparse/celery":     5,
	"configparse/djangoq":    5,
	"configparse/solidqueue": 5,
}

// Within analyzers/internal packages build on each other; Go itself keeps them free of cycles.
const shared = "analyzers/internal/"

func floorOf(pkg string) (int, bool) {
	if floor, ok := floors[pkg]; ok {
		return floor, true
	}
	if i := strings.LastIndex(pkg, "/"); i >= 0 {
		floor, ok := floors[pkg[:i]+"/*"]
		return floor, ok
	}
	return 0, false
}

func TestPackagesImportOnlyLowerFloors(t *testing.T) {
	out, err := exec.CommandContext(t.Context(), "go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		pkg := strings.TrimPrefix(strings.TrimPrefix(p.ImportPath, module), "/")
		if pkg == "" {
			continue // the root holds tests alone
		}
		floor, ok := floorOf(pkg)
		if !ok {
			t.Errorf("%s has no floor: place it in the table", pkg)
			continue
		}
		for _, imported := range p.Imports {
			lower, ours := strings.CutPrefix(imported, module+"/")
			if !ours || strings.HasPrefix(pkg, shared) && strings.HasPrefix(lower, shared) {
				continue
			}
			if f, ok := floorOf(lower); ok && f >= floor {
				t.Errorf("%s (floor %d) imports %s (floor %d)", pkg, floor, lower, f)
			}
		}
	}
}
