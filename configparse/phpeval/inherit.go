package phpeval

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsA says whether a class is, extends, implements or uses another, directly or through parents, interfaces and traits. Maybe is
// the answer where an ancestor lies outside the application and nothing is known of it.
func (c *Classes) IsA(class, of string) queue.Verdict {
	own := c.Lookup(class)
	if own == nil {
		return c.outside(class, of)
	}
	verdict, wanted := queue.No, foldName(of)
	c.walk(own, "", func(s step) bool {
		is := queue.No
		if s.folded == wanted {
			is = queue.Yes
		} else if s.class == nil {
			is = c.outside(s.text, of)
		}
		if is != queue.No {
			verdict = is
		}
		return is != queue.Yes
	})
	return verdict
}

func (c *Classes) outside(class, of string) queue.Verdict {
	switch {
	case foldName(class) == foldName(of):
		return queue.Yes
	case c.ambiguous(class):
		return queue.Maybe
	}
	if ancestors, ok := builtinClasses[foldName(class)]; ok {
		for _, a := range ancestors {
			if c.outside(a, of) == queue.Yes {
				return queue.Yes
			}
		}
		return queue.No
	}
	if c.Outside == nil {
		return queue.Maybe
	}
	return c.Outside(class, of)
}

// Lineage lists, in the order in which PHP looks for a member, the class, its traits, its parent, the parent's traits and so on,
// as far as they are the application's own. outside names the first ancestor that is not, interfaces left out; "" when all are.
func (c *Classes) Lineage(class *Class) (lineage []*Class, outside string) {
	c.walk(class, "", func(s step) bool {
		switch {
		case s.kind == byInterface || s.class != nil && s.class.Decl.Kind == php.KindInterface && s.kind != itself:
		case s.class != nil:
			lineage = append(lineage, s.class)
		case outside == "":
			outside = s.text
		}
		return true
	})
	return lineage, outside
}

// FindMethod finds a method, whose case PHP ignores, in a class or what it inherits from: the class, its traits with their
// renamings, then its parent. outside names the first class outside the application that PHP would have looked at before and that
// may have the method; "" when the answer is certain.
func (c *Classes) FindMethod(class *Class, name string) (found *Member[*php.Method], outside string) {
	return find(c, class, MethodMember, foldName(name), func(s step) (*php.Method, bool) {
		m := s.class.Decl.Method(s.method)
		return m, m != nil && s.kind != byInterface
	})
}

// FindProperty finds a property or promoted parameter in a class or what it inherits from; outside is as in FindMethod.
func (c *Classes) FindProperty(class *Class, name string) (found *Member[PropertyDecl], outside string) {
	return find(c, class, PropertyMember, name, func(s step) (PropertyDecl, bool) { return s.class.Property(name) })
}

// FindConst finds a class constant in a class, its traits, parents and interfaces; outside is as in FindMethod. Enum cases are
// found by EnumCase.
func (c *Classes) FindConst(class *Class, name string) (found *Member[*php.ConstItem], outside string) {
	return find(c, class, ConstMember, name, func(s step) (*php.ConstItem, bool) {
		k := s.class.Const(name)
		return k, k != nil
	})
}

func find[T any](
	c *Classes, class *Class, kind MemberKind, name string, in func(step) (T, bool),
) (found *Member[T], outside string) {
	method := ""
	if kind == MethodMember {
		method = name
	}
	c.walk(class, method, func(s step) bool {
		if s.class != nil {
			decl, ok := in(s)
			if ok {
				found = &Member[T]{Decl: decl, In: s.class, Self: s.self}
			}
			return !ok
		}
		if outside == "" && !c.lacks(s, kind, name) {
			outside = s.text
		}
		return true
	})
	return found, outside
}

// lacks says that a class outside the application has no such member. An interface has neither properties nor bodies.
func (c *Classes) lacks(s step, kind MemberKind, name string) bool {
	if s.kind == byInterface && kind != ConstMember {
		return true
	}
	if kind == MethodMember {
		name = s.method
	}
	if _, ok := builtinClasses[s.folded]; ok && s.kind == byInterface {
		return true
	}
	return c.Lacks != nil && c.Lacks(s.text, kind, name)
}
