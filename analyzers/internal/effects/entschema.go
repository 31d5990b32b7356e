package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Tables is the fact on the package in which ent keeps its schema: unique keys by table, their columns joined by +.
type Tables struct {
	Keys map[string][]string
}

// AFact marks Tables as a fact.
func (*Tables) AFact() {}

// String is printed by tests of facts.
func (t *Tables) String() string { return "tables" }

const entSchema = "entgo.io/ent/dialect/sql/schema"

// entTables reads the tables that ent generates into its package migrate: variables of columns and of schema.Table literals.
func entTables(pass *analysis.Pass) *Tables {
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == entSchema }) {
		return nil
	}
	r := &entReader{pass: pass, columns: map[types.Object]*ast.CompositeLit{}}
	out := &Tables{Keys: map[string][]string{}}
	var tables []*ast.CompositeLit
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if i < len(n.Values) {
						if lit, ok := n.Values[i].(*ast.CompositeLit); ok {
							r.columns[pass.TypesInfo.Defs[name]] = lit
						}
					}
				}
			case *ast.CompositeLit:
				if isSchemaType(pass.TypesInfo.TypeOf(n), "Table") {
					tables = append(tables, n)
				}
			}
			return true
		})
	}
	for _, t := range tables {
		if name, keys := r.table(t); name != "" {
			out.Keys[name] = keys
		}
	}
	if len(out.Keys) == 0 {
		return nil
	}
	return out
}

type entReader struct {
	pass    *analysis.Pass
	columns map[types.Object]*ast.CompositeLit
}

func isSchemaType(t types.Type, name string) bool {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Name() == name && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == entSchema
}

func (r *entReader) table(lit *ast.CompositeLit) (name string, keys []string) {
	name = strings.ToLower(r.text(member(lit, "Name")))
	for _, c := range r.elements(member(lit, "Columns")) {
		if r.truth(member(c, "Unique")) {
			keys = append(keys, r.text(member(c, "Name")))
		}
	}
	if primary, ok := member(lit, "PrimaryKey").(*ast.CompositeLit); ok && len(primary.Elts) == 1 {
		if column := r.indexed(primary.Elts[0]); column != "" {
			keys = append(keys, column)
		}
	}
	for _, i := range r.elements(member(lit, "Indexes")) {
		if !r.truth(member(i, "Unique")) {
			continue
		}
		var columns []string
		list, _ := member(i, "Columns").(*ast.CompositeLit)
		if list == nil {
			continue
		}
		for _, e := range list.Elts {
			columns = append(columns, r.indexed(e))
		}
		if !slices.Contains(columns, "") && member(i, "Annotation") == nil {
			keys = append(keys, strings.Join(columns, "+"))
		}
	}
	return name, keys
}

// elements gives the literals of a slice that is written down, or held by a variable.
func (r *entReader) elements(e ast.Expr) []*ast.CompositeLit {
	if id, ok := e.(*ast.Ident); ok {
		if lit := r.columns[r.pass.TypesInfo.Uses[id]]; lit != nil {
			e = lit
		}
	}
	list, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	var out []*ast.CompositeLit
	for _, x := range list.Elts {
		if u, ok := x.(*ast.UnaryExpr); ok {
			x = u.X
		}
		if lit, ok := x.(*ast.CompositeLit); ok {
			out = append(out, lit)
		}
	}
	return out
}

// indexed gives the name of UsersColumns[1].
func (r *entReader) indexed(e ast.Expr) string {
	x, ok := e.(*ast.IndexExpr)
	if !ok {
		return ""
	}
	list := r.elements(x.X)
	v := r.pass.TypesInfo.Types[x.Index].Value
	if v == nil {
		return ""
	}
	if n, ok := constant.Int64Val(v); ok && n >= 0 && int(n) < len(list) {
		return r.text(member(list[n], "Name"))
	}
	return ""
}

func (r *entReader) text(e ast.Expr) string {
	if e == nil {
		return ""
	}
	v := r.pass.TypesInfo.Types[e].Value
	if v == nil || v.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(v)
}

func (r *entReader) truth(e ast.Expr) bool {
	if e == nil {
		return false
	}
	v := r.pass.TypesInfo.Types[e].Value
	return v != nil && v.Kind() == constant.Bool && constant.BoolVal(v)
}

func member(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// entKeys gives the unique keys of a table of the ent schema that belongs to a generated package: the fact of its folder migrate.
func (a *analysisState) entKeys(client *types.Package, table string) (keys []string, ok bool) {
	for _, f := range a.pass.AllPackageFacts() {
		t, isTables := f.Fact.(*Tables)
		if !isTables || f.Package.Path() != client.Path()+"/migrate" {
			continue
		}
		keys, ok = t.Keys[table]
	}
	return keys, ok
}
