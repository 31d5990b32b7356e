// Package terraform resolves what a repository's Terraform files say of each other: variables, their values, locals, and references between
// resources, module by module.
package terraform

import (
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/configparse/hcl"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Module is the files of one folder.
type Module struct {
	Folder string
	// Resources by their address: aws_sqs_queue.jobs.
	Resources map[string]*Resource
	// Order holds the addresses in the order of the files.
	Order []string

	variables map[string]*hcl.Block
	locals    map[string]*hcl.Attribute
	// set are the values that terraform.tfvars and *.auto.tfvars give, elsewhere the names that other files of values do.
	set       map[string]*hcl.Attribute
	elsewhere map[string]string
	calls     []call
	// open are the names that are being resolved, against circles.
	open map[string]bool
}

// call is a module block that uses the module.
type call struct {
	from  *Module
	block *hcl.Block
}

// Resource is one resource.
type Resource struct {
	Type, Name string
	// Address is the type and the name.
	Address string
	*hcl.Block
	module *Module
}

// Problem is a fault of a file.
type Problem struct {
	Span    source.Span
	Message string
}

// Load reads the files of every folder; .tfvars are among the files.
func Load(files []*source.File) (modules []*Module, problems []Problem) {
	byFolder := map[string]*Module{}
	for _, f := range files {
		folder := path.Dir(f.Path)
		m := byFolder[folder]
		if m == nil {
			m = &Module{
				Folder: folder, Resources: map[string]*Resource{}, variables: map[string]*hcl.Block{}, locals: map[string]*hcl.Attribute{},
				set: map[string]*hcl.Attribute{}, elsewhere: map[string]string{}, open: map[string]bool{},
			}
			byFolder[folder] = m
			modules = append(modules, m)
		}
		parsed := hcl.Parse(f)
		if len(parsed.Errors) > 0 {
			problems = append(problems, Problem{parsed.Errors[0].Span, parsed.Errors[0].Message})
		}
		m.add(f, parsed.Root)
	}
	for _, m := range modules {
		m.noteCalls(byFolder)
	}
	return modules, problems
}

func (m *Module) add(f *source.File, root *hcl.Block) {
	if strings.HasSuffix(f.Path, ".tfvars") {
		base := path.Base(f.Path)
		auto := base == "terraform.tfvars" || strings.HasSuffix(base, ".auto.tfvars")
		for _, a := range root.Attributes {
			if auto {
				m.set[a.Name] = a
			} else {
				m.elsewhere[a.Name] = f.Path
			}
		}
		return
	}
	for _, b := range root.Blocks {
		switch b.Type {
		case "variable":
			m.variables[b.Label(0)] = b
		case "locals":
			for _, a := range b.Attributes {
				m.locals[a.Name] = a
			}
		case "resource":
			r := &Resource{Type: b.Label(0), Name: b.Label(1), Address: b.Label(0) + "." + b.Label(1), Block: b, module: m}
			if _, known := m.Resources[r.Address]; !known {
				m.Order = append(m.Order, r.Address)
			}
			m.Resources[r.Address] = r
		case "module":
			m.calls = append(m.calls, call{m, b}) // sorted out by noteCalls
		}
	}
}

// noteCalls hands each module block to the module of the repository that it uses.
func (m *Module) noteCalls(byFolder map[string]*Module) {
	own := m.calls
	m.calls = slices.DeleteFunc(slices.Clone(own), func(c call) bool { return c.from == m })
	for _, c := range own {
		if c.from != m {
			continue
		}
		from := c.block.Attribute("source").Node(nil)
		if !from.Is(document.Scalar) || !strings.HasPrefix(from.Text, ".") {
			continue
		}
		if used := byFolder[path.Join(m.Folder, from.Text)]; used != nil && used != m {
			used.calls = append(used.calls, c)
		}
	}
}

// Get is the value of a resource's attribute; nil where it does not have it.
func (r *Resource) Get(name string) *document.Node {
	return r.Attribute(name).Node(r.module.Resolve)
}

// Repeated says that a resource may not be there at all, or several times: count and for_each.
func (r *Resource) Repeated() bool {
	return r.Attribute("count") != nil || r.Attribute("for_each") != nil
}

// Resolve gives what a reference of the module's files means.
func (m *Module) Resolve(at []string) *document.Node {
	if len(at) < 2 {
		return nil
	}
	key := strings.Join(at[:2], ".")
	if m.open[key] {
		return nil
	}
	m.open[key] = true
	defer delete(m.open, key)
	switch at[0] {
	case "var":
		return m.variable(at[1]).Get(at[2:]...)
	case "local":
		if a := m.locals[at[1]]; a != nil {
			return a.Node(m.Resolve).Get(at[2:]...)
		}
		return nil
	}
	r := m.Resources[key]
	if r == nil {
		return nil
	}
	attribute := ""
	if len(at) > 2 {
		attribute = at[2]
	}
	if a := r.Attribute(attribute); a != nil && len(at) == 3 {
		n := *a.Node(m.Resolve)
		n.Ref, n.Attribute = r.Address, attribute
		return &n
	}
	return &document.Node{Kind: document.Scalar, Ref: r.Address, Attribute: attribute, Why: "the provider gives " + strings.Join(at, ".")}
}

// variable is what a variable holds: what the only call of the module gives it, what terraform.tfvars does, or its default.
func (m *Module) variable(name string) *document.Node {
	if given := m.given(name); given != nil {
		return given
	}
	if a := m.set[name]; a != nil {
		return a.Node(nil)
	}
	if where := m.elsewhere[name]; where != "" {
		return &document.Node{Kind: document.Scalar, Why: "var." + name + " is set by " + where + " where that is used"}
	}
	v := m.variables[name]
	a := v.Attribute("default")
	if a == nil {
		return nil
	}
	n := a.Node(nil)
	if len(m.calls) > 0 || n.Kind != document.Scalar {
		return n // the only call leaves it out
	}
	with := *n
	with.Origin = &queue.Origin{Via: queue.ViaInputDefault, Span: n.Span, Variable: "var." + name, Text: "the default of var." + name}
	return &with
}

// given is what calls of the module within the repository give a variable; nil where none does.
func (m *Module) given(name string) *document.Node {
	var out *document.Node
	for _, c := range m.calls {
		a := c.block.Attribute(name)
		if a == nil && len(m.calls) == 1 {
			continue
		}
		if len(m.calls) > 1 {
			return &document.Node{Kind: document.Scalar, Why: "several calls of the module may give var." + name + " different values"}
		}
		out = a.Node(c.from.Resolve)
	}
	return out
}
