package phpeval

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Found is where a search through a class and its ancestors ended.
type Found[T any] struct {
	// Class declares the member; nil when nothing was found in the application.
	Class *Class
	// Self is the class that self:: means in the declaration: Class, or the class that uses the trait Class.
	Self *Class
	Decl T
	// Outside names the class outside the application that declares the member, by the facts given; "" otherwise.
	Outside string
	// Value is the value of a constant declared outside the application.
	Value Value
	// Certain says that every class that could have decided otherwise was known. Without it, nothing found proves nothing.
	Certain bool
}

// Exists says whether the member exists at all.
func (f Found[T]) Exists() queue.Verdict {
	switch {
	case f.Class != nil || f.Outside != "":
		return queue.Yes
	case f.Certain:
		return queue.No
	default:
		return queue.Maybe
	}
}

// PropertyDecl is the declaration of a property.
type PropertyDecl struct {
	Flags php.Flags
	Attrs []*php.AttrGroup
	Type  php.Type // may be nil
	Name  *php.Ident
	// Default may be nil. Of a promoted parameter it is the parameter's.
	Default php.Expr
	// Param is the parameter of a promoted property, nil for any other.
	Param *php.Param
	Hooks []*php.Hook
}

// ConstDecl is the declaration of a class constant or enum case.
type ConstDecl struct {
	Flags php.Flags
	Name  *php.Ident
	Value php.Expr // of a case may be nil
	Case  bool
}

// IsA says whether a class is, extends, implements or uses (as a trait) the class of that full name. It is Maybe where an ancestor
// is neither part of the application nor stated as a fact.
func (c *Classes) IsA(class *Class, name string) queue.Verdict {
	is, wanted := queue.No, foldName(name)
	c.walk(class, "", func(s step) bool {
		if foldName(s.name) == wanted {
			is = queue.Yes
			return false
		}
		if s.unknown {
			is = queue.Maybe
		}
		return true
	})
	return is
}

// Parents lists the full names of the classes that a class extends, nearest first, until one is not part of the application.
func (c *Classes) Parents(class *Class) []string {
	var names []string
	for seen := map[*Class]bool{}; class != nil && !seen[class]; {
		seen[class] = true
		parent := class.Decl.Parent()
		if parent == nil {
			break
		}
		name := class.Names.Class(parent)
		names = append(names, name)
		class = c.Lookup(name)
	}
	return names
}

// FindMethod finds a method as PHP does: in the class, its traits, then its parent.
func (c *Classes) FindMethod(class *Class, name string) Found[*php.Method] {
	return find(c, class, foldName(name), func(s step) (*php.Method, bool) {
		m := s.class.Decl.Method(s.method)
		return m, m != nil
	}, func(s step) (Value, bool) {
		return Value{}, slices.ContainsFunc(s.outside.Methods, func(m string) bool { return foldName(m) == s.method })
	})
}

// FindProperty finds a property, also one that a constructor's parameter declares.
func (c *Classes) FindProperty(class *Class, name string) Found[*PropertyDecl] {
	return find(c, class, "", func(s step) (*PropertyDecl, bool) {
		p := propertyOf(s.class.Decl, name)
		return p, p != nil
	}, func(s step) (Value, bool) { return Value{}, slices.Contains(s.outside.Properties, name) })
}

// FindConst finds a class constant or enum case, in interfaces too.
func (c *Classes) FindConst(class *Class, name string) Found[*ConstDecl] {
	return find(c, class, "", func(s step) (*ConstDecl, bool) {
		k := constOf(s.class.Decl, name)
		return k, k != nil
	}, func(s step) (Value, bool) {
		v, ok := s.outside.Constants[name]
		return v, ok
	})
}

func find[T any](
	c *Classes, class *Class, method string, in func(step) (T, bool), outside func(step) (Value, bool),
) Found[T] {
	found := Found[T]{Certain: true}
	c.walk(class, method, func(s step) bool {
		switch {
		case s.unknown:
			found.Certain = false
		case s.class != nil:
			if decl, ok := in(s); ok {
				found.Class, found.Self, found.Decl = s.class, s.self, decl
				return false
			}
		default:
			if v, ok := outside(s); ok {
				found.Outside, found.Value = s.name, v
				return false
			}
			found.Certain = found.Certain && s.outside.Whole
		}
		return true
	})
	return found
}

func propertyOf(decl *php.Class, name string) *PropertyDecl {
	for _, m := range decl.Members {
		switch m := m.(type) {
		case *php.Property:
			for i := range m.Items {
				if item := &m.Items[i]; item.Name.Name == name {
					return &PropertyDecl{
						Flags: m.Flags, Attrs: m.Attrs, Type: m.Type, Name: &item.Name, Default: item.Default, Hooks: m.Hooks,
					}
				}
			}
		case *php.Method:
			for _, p := range m.Params {
				if p.Name.Name == name && p.Promoted() && foldName(m.Name.Name) == "__construct" {
					return &PropertyDecl{
						Flags: p.Flags, Attrs: p.Attrs, Type: p.Type, Name: &p.Name, Default: p.Default, Param: p, Hooks: p.Hooks,
					}
				}
			}
		}
	}
	return nil
}

func constOf(decl *php.Class, name string) *ConstDecl {
	for _, m := range decl.Members {
		switch m := m.(type) {
		case *php.ClassConst:
			for i := range m.Items {
				if item := &m.Items[i]; item.Name.Name == name {
					return &ConstDecl{Flags: m.Flags, Name: &item.Name, Value: item.Value}
				}
			}
		case *php.EnumCase:
			if m.Name.Name == name {
				return &ConstDecl{Flags: php.FlagPublic, Name: &m.Name, Value: m.Value, Case: true}
			}
		}
	}
	return nil
}
