// Package idafternothing reports generated ids that are read after an insert which may have done nothing.
package idafternothing

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/effects"
	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Doc documents the rule.
var Doc = ruledoc.Doc{
	ID:       "QG708",
	Slug:     "idafternothing",
	Severity: diag.Warning,
	Summary:  "generated id read after an insert that may have done nothing",
	Why: `After gorm's Create with OnConflict{DoNothing: true} the id of a row that was there already is not known: a single struct keeps 0. Of a slice on PostgreSQL the ids that
come back are handed out in order, to the wrong structs and without an error: [old, new1, new2] got 2, 3, 0 where the table held 1000, 1, 2 (measured with gorm
1.31.2).

Speaks where the struct's ID, an unsigned or signed integer that was not set, is read behind the insert and RowsAffected is not. An error for a slice where the package imports gorm's
postgres driver.`,
	Fix: "Read the rows again by their natural key, or update on conflict (DoUpdates) so that every row comes back.",
	Bad: `-- a.go --
package a

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type User struct {
	ID    uint
	Email string
}

func ensure(db *gorm.DB, email string) (uint, error) {
	u := User{Email: email}
	if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&u).Error; err != nil { // want "QG708"
		return 0, err
	}
	return u.ID, nil
}
`,
	Good: `-- a.go --
package a

import (
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

type User struct {
	ID    uint
	Email string
}

func ensure(db *gorm.DB, email string) (uint, error) {
	u := User{Email: email}
	if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&u).Error; err != nil {
		return 0, err
	}
	if err := db.Where("email = ?", email).First(&u).Error; err != nil {
		return 0, err
	}
	return u.ID, nil
}
`,
}

// Analyzer sees a package and its imports.
var Analyzer = New(nil)

// New makes the analyzer for a whole program, or for single packages where the program is nil.
func New(program *effects.Program) *analysis.Analyzer { return finding.New(Doc, program, run) }

func run(p *finding.Pass) {
	postgres := false
	for _, i := range p.Pkg.Imports() {
		postgres = postgres || i.Path() == "gorm.io/driver/postgres"
	}
	for _, fn := range p.Source.Funcs() {
		for _, s := range p.Effects.Sites(fn) {
			if s.Own && s.Has(func(e *effects.Effect) bool { return e.Nothing && e.Kind == effects.Upsert }) != nil && creates(s.Call) {
				check(p, s.Call, postgres)
			}
		}
	}
}

// creates tells gorm's Create and CreateInBatches.
func creates(call ssa.CallInstruction) bool {
	fn := flow.Callee(call.Common())
	id, _ := library.OfPackage(fn.Pkg())
	return id == library.Gorm && (fn.Name() == "Create" || fn.Name() == "CreateInBatches")
}

func check(p *finding.Pass, call ssa.CallInstruction, postgres bool) {
	alloc, ok := flow.Origin(flow.Args(call.Common())[0]).(*ssa.Alloc)
	if !ok || affected(call) || alloc.Referrers() == nil {
		return
	}
	u := &use{call: call, alloc: alloc}
	u.look(alloc, 0)
	if u.read == nil || u.set || u.again {
		return
	}
	pos, end := p.Span(call)
	f := finding.Finding{Severity: diag.Warning, Pos: pos, End: end}
	line := p.Line(u.read.Pos())
	switch {
	case !u.slice:
		f.Message = fmt.Sprintf("with DoNothing the id stays 0 when the row was there already, and it is read (line %d)", line)
	case postgres:
		f.Severity = diag.Error
		f.Message = fmt.Sprintf("with DoNothing PostgreSQL's ids go to the wrong structs when a row was there already, and they are read (line %d)", line)
	default:
		f.Message = fmt.Sprintf("with DoNothing the ids of rows that were there already are not known, and they are read (line %d)", line)
	}
	p.Add(f)
}

// affected tells that RowsAffected of the insert is looked at.
func affected(call ssa.CallInstruction) bool {
	v := call.Value()
	if v == nil || v.Referrers() == nil {
		return true
	}
	for _, r := range *v.Referrers() {
		f, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		st, ok := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
		if ok && st.Field(f.Field).Name() == "RowsAffected" {
			return true
		}
	}
	return false
}
