package gocheck

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/qlint-dev/qlint/analyzers"
	"github.com/qlint-dev/qlint/internal/source"
)

// judged lays an archive and judges packages of it: "file.go:line QGnnn" of what is found, and the rest of the result.
func judged(t *testing.T, archive string, o Options) ([]string, *Result) {
	t.Helper()
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "")
	dir := t.TempDir()
	for _, f := range txtar.Parse([]byte(archive)).Files {
		at := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, f.Data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	o.Dir, o.Rules = filepath.Join(dir, o.Dir), analyzers.All()
	o.Name = func(path string) string { return path }
	o.File = func(path string) *source.File {
		rel, err := filepath.Rel(dir, path)
		if err != nil || !filepath.IsLocal(rel) {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return source.New(filepath.ToSlash(rel), data)
	}
	r, err := Run(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range r.Findings {
		found = append(found, fmt.Sprintf("%s:%d %s", d.Place.Span.Path(), d.Place.Span.First(source.Bytes).Line, d.Rule))
	}
	return found, r
}

// workspace holds a handler in one module and the store behind its interface in another.
const workspace = `-- go.work --
go 1.26
use (
	./app
	./store
	./asynq
)
-- asynq/go.mod --
module github.com/hibiken/asynq
-- asynq/asynq.go --
package asynq

type Task struct{}

func (*Task) Payload() []byte { return nil }
-- app/go.mod --
module example.com/app
go 1.25
-- app/app.go --
package app

import (
	"context"

	"github.com/hibiken/asynq"
)

type Store interface{ Take(ctx context.Context, id string) error }

type Handler struct{ Store Store }

func (h *Handler) ProcessTask(ctx context.Context, t *asynq.Task) error {
	return h.Store.Take(ctx, string(t.Payload()))
}
-- store/go.mod --
module example.com/store
go 1.25
-- store/store.go --
package store

import (
	"context"
	"database/sql"
)

/* é */ type Items struct{ db *sql.DB }

func (s *Items) Take(ctx context.Context, id string) error {
	_, err := s.db.ExecContext(ctx, "UPDATE items SET stock = stock - 1 WHERE id = $1", id)
	return err
}
-- store/none/none.go --
package none

func Nothing() {}
`

func TestAWorkspaceIsOneProgram(t *testing.T) {
	want := []string{"store/store.go:11 QG702"}
	for name, o := range map[string]Options{
		"the store's module":                   {Dir: "store"},
		"the store, named from the other side": {Dir: "app", Patterns: []string{"example.com/store"}},
	} {
		got, r := judged(t, workspace, o)
		if !slices.Equal(got, want) || len(r.Faults) > 0 || len(r.Modules) != 3 {
			t.Errorf("%s: got %q, faults %q, modules %q", name, got, r.Faults, r.Modules)
		}
	}
	got, r := judged(t, workspace, Options{Dir: "app"})
	if len(got) > 0 || r.Packages != 1 {
		t.Errorf("the handler's module alone is reported on: %q in %d packages", got, r.Packages)
	}
}

func TestPackagesWithoutLibrariesCountAsJudged(t *testing.T) {
	_, r := judged(t, workspace, Options{Dir: "store"})
	if r.Packages != 2 || len(r.Files) != 2 {
		t.Errorf("%d packages, %d files", r.Packages, len(r.Files))
	}
}

func TestFindingsAreNamedByTheirFunction(t *testing.T) {
	_, r := judged(t, workspace, Options{Dir: "store"})
	if len(r.Findings) != 1 || !slices.Equal(r.Findings[0].Names, []string{"example.com/store", "Items.Take"}) {
		t.Errorf("got %+v", r.Findings)
	}
}

func TestBuildTagsChooseFiles(t *testing.T) {
	tagged := workspace + "-- store/tagged.go --\n//go:build special\n\npackage store\n\nvar _ = undefined\n"
	if _, r := judged(t, tagged, Options{Dir: "store"}); len(r.Faults) > 0 {
		t.Errorf("without the tag: %q", r.Faults)
	}
	if _, r := judged(t, tagged, Options{Dir: "store", Tags: "special"}); len(r.Faults) != 1 || r.Partial != 1 {
		t.Errorf("with the tag: %q, %d in part", r.Faults, r.Partial)
	}
}

// unavailable holds a module of which a part can't be loaded.
const unavailable = `-- go.mod --
module example.com/app
go 1.25
require github.com/hibiken/asynq v0.0.0
replace github.com/hibiken/asynq => ./asynq
-- asynq/go.mod --
module github.com/hibiken/asynq
-- asynq/asynq.go --
package asynq

type Task struct{}

func (*Task) Payload() []byte { return nil }
-- app.go --
package app

import (
	"context"
	"database/sql"

	"github.com/hibiken/asynq"

	"example.com/private/audit"
)

type Handler struct {
	db    *sql.DB
	audit *audit.Log
}

var log = audit.New("app")

func (h *Handler) Charge(ctx context.Context, t *asynq.Task) error {
	loop:
	for range len(t.Payload()) {
		break loop
	}
	go h.store(ctx, t.Payload())
	return nil
}

func (h *Handler) store(ctx context.Context, b []byte) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO events (body) VALUES (?)", b)
	return err
}

func (h *Handler) Note(ctx context.Context, t *asynq.Task) error {
	go h.storeAndNote(ctx, t.Payload())
	return nil
}

func (h *Handler) storeAndNote(ctx context.Context, b []byte) {
	h.audit.Note(b)
	h.store(ctx, b)
}
-- above/above.go --
package above

import (
	"context"

	"github.com/hibiken/asynq"

	"example.com/app"
)

func Handle(ctx context.Context, t *asynq.Task) error {
	go new(app.Handler).Charge(ctx, t)
	return nil
}

func Note(ctx context.Context, t *asynq.Task) error {
	go new(app.Handler).Note(ctx, t)
	return nil
}
`

func TestOfAPackageWithErrorsTheUnderstoodFunctionsAreJudged(t *testing.T) {
	got, r := judged(t, unavailable, Options{})
	if want := []string{"app.go:24 QG303"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r.Packages != 2 || r.Partial != 2 {
		t.Errorf("%d packages, %d of them in part", r.Packages, r.Partial)
	}
	if len(r.Faults) != 1 || !filepath.IsAbs(r.Faults[0]) || !strings.Contains(r.Faults[0], "app.go:9:2: no required module ") || !strings.Contains(r.Faults[0], "example.com/private/audit") {
		t.Errorf("faults %q", r.Faults)
	}
}

func TestAPackageThatNeedsCIsNamed(t *testing.T) {
	t.Setenv("CGO_ENABLED", "0")
	_, r := judged(t, `-- go.mod --
module example.com/app
go 1.25
-- app.go --
package app

import (
	"database/sql"

	"example.com/app/bound"
)

var DB *sql.DB

var _ = bound.Call
-- bound/bound.go --
package bound
-- bound/bound_cgo.go --
package bound

import "C"

func Call() {}
-- bound/bound_plan9.go --
package bound

import "C"
`, Options{})
	want := "app.go:11:15: undefined: bound.Call; example.com/app/bound needs cgo, which is off (CGO_ENABLED=1 and a C compiler)"
	if len(r.Faults) != 1 || !strings.HasSuffix(r.Faults[0], want) {
		t.Errorf("got %q, want %q", r.Faults, want)
	}
}
