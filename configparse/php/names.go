package php

import (
	"sort"
	"strings"
)

// Names resolves the names of one file to fully qualified ones, by its namespace and use declarations. Fully qualified
// names have no leading backslash and keep their case; PHP ignores the case of class and function names, and of the
// namespace part of constants.
type Names struct {
	scopes []nameScope // in source order
}

// nameScope is the stretch of a file that one namespace declaration governs.
type nameScope struct {
	start     uint32
	namespace string
	uses      []UseItem
	index     map[useKey]*UseItem // of many uses; nil for few, which are searched
}

type useKey struct {
	kind  UseKind
	alias string // folded unless it names a constant
}

// fewUses is the number of imports up to which a search is as good as a map.
const fewUses = 32

// NewNames reads the namespace and use declarations of a file.
func NewNames(f *File) *Names {
	n := &Names{scopes: []nameScope{{}}}
	for _, s := range f.Stmts {
		ns, ok := s.(*Namespace)
		if !ok {
			n.addUse(s)
			continue
		}
		scope := nameScope{start: ns.Pos}
		if ns.Name != nil {
			scope.namespace = ns.Name.Text
		}
		n.scopes = append(n.scopes, scope)
		for _, s := range ns.Stmts {
			n.addUse(s)
		}
	}
	for i := range n.scopes {
		n.scopes[i].makeIndex()
	}
	return n
}

func (s *nameScope) makeIndex() {
	if len(s.uses) <= fewUses {
		return
	}
	s.index = make(map[useKey]*UseItem, len(s.uses))
	for i := range s.uses {
		u := &s.uses[i]
		if key := keyOf(u.Alias, u.Kind); s.index[key] == nil {
			s.index[key] = u
		}
	}
}

func keyOf(alias string, kind UseKind) useKey {
	if kind != UseConst {
		alias = fold(alias)
	}
	return useKey{kind, alias}
}

func (n *Names) addUse(s Stmt) {
	if u, ok := s.(*Use); ok {
		last := &n.scopes[len(n.scopes)-1]
		last.uses = append(last.uses, u.Items...)
	}
}

func (n *Names) scope(pos uint32) *nameScope {
	i := sort.Search(len(n.scopes), func(i int) bool { return n.scopes[i].start > pos })
	return &n.scopes[max(i-1, 0)]
}

// Namespace returns the namespace that governs a position, without a leading backslash; empty for the global one.
func (n *Names) Namespace(at Node) string { return n.scope(at.loc().Pos).namespace }

// Declared returns the fully qualified name of a class, function or constant declared under the given name.
func (n *Names) Declared(name Ident) string {
	return join(n.scope(name.Pos).namespace, name.Name)
}

// Class resolves a reference to a class, or a type. The special names self, parent and static, and the built-in types,
// are returned in lower case where they are unqualified.
func (n *Names) Class(name *Name) string {
	if special := specialClass(name); special != "" {
		return special
	}
	return n.resolve(name, UseClass)
}

// ClassExpr resolves the class of a static call, a new or the like; false where it is not written as a name.
func (n *Names) ClassExpr(e Expr) (string, bool) {
	name, ok := e.(*Name)
	if !ok {
		return "", false
	}
	return n.Class(name), true
}

// Func resolves a reference to a function. PHP tries fallback, a global name, where no function full exists; fallback is
// empty where there is only one candidate.
func (n *Names) Func(name *Name) (full, fallback string) { return n.resolveGlobal(name, UseFunction) }

// Const resolves a reference to a constant; full and fallback are as in Func. true, false and null are returned in lower
// case.
func (n *Names) Const(name *Name) (full, fallback string) {
	if name.Kind == NameUnqualified {
		for _, special := range [...]string{"true", "false", "null"} {
			if equalFold(name.Text, special) {
				return special, ""
			}
		}
	}
	return n.resolveGlobal(name, UseConst)
}

func (n *Names) resolveGlobal(name *Name, kind UseKind) (full, fallback string) {
	full = n.resolve(name, kind)
	if name.Kind != NameUnqualified || full == name.Text {
		return full, ""
	}
	if n.imported(name, kind) {
		return full, ""
	}
	return full, name.Text
}

func (n *Names) imported(name *Name, kind UseKind) bool {
	return n.scope(name.Pos).find(name.Text, name.Pos, kind) != nil
}

func (n *Names) resolve(name *Name, kind UseKind) string {
	scope := n.scope(name.Pos)
	switch name.Kind {
	case NameFQ:
		return strings.TrimPrefix(name.Text, `\`)
	case NameRelative:
		_, rest, _ := strings.Cut(name.Text, `\`)
		return join(scope.namespace, rest)
	case NameQualified:
		first, rest, _ := strings.Cut(name.Text, `\`)
		if u := scope.find(first, name.Pos, UseClass); u != nil {
			return join(u.Name, rest)
		}
	case NameUnqualified:
		if u := scope.find(name.Text, name.Pos, kind); u != nil {
			return u.Name
		}
	}
	return join(scope.namespace, name.Text)
}

// find returns the import of an alias that stands before pos, as PHP compiles a file from top to bottom.
func (s *nameScope) find(alias string, pos uint32, kind UseKind) *UseItem {
	if s.index != nil {
		if u := s.index[keyOf(alias, kind)]; u != nil && u.Pos <= pos {
			return u
		}
		return nil
	}
	for i := range s.uses {
		u := &s.uses[i]
		if u.Pos > pos {
			return nil
		}
		if u.Kind == kind && (u.Alias == alias || kind != UseConst && equalFold(u.Alias, alias)) {
			return u
		}
	}
	return nil
}

func join(namespace, name string) string {
	if namespace == "" {
		return name
	}
	return namespace + `\` + name
}

// specialClass returns the lower-case spelling of a name that no import or namespace touches, or "".
func specialClass(name *Name) string {
	if name.Kind != NameUnqualified || len(name.Text) > len("callable") {
		return ""
	}
	for _, special := range [...]string{
		"self", "static", "parent", "int", "string", "bool", "array", "float", "null", "void", "mixed", "callable",
		"iterable", "object", "false", "true", "never",
	} {
		if equalFold(name.Text, special) {
			return special
		}
	}
	return ""
}

// equalFold compares as PHP compares class, function and keyword names: ASCII letters without case, all else exactly.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if lower(a[i]) != lower(b[i]) {
			return false
		}
	}
	return true
}

// fold returns s with its ASCII letters in lower case.
func fold(s string) string {
	b := []byte(s)
	for i, c := range b {
		b[i] = lower(c)
	}
	return string(b)
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}
