package queueable

import (
	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// attribute is one of Illuminate\Queue\Attributes on a class.
type attribute struct {
	decl *php.Attr
	// on is the class or trait that carries it, of the class that it counts for.
	on, of *phpeval.Class
}

// attributeNames maps the property that an attribute stands in for to the attribute's short name, folded.
var attributeNames = map[string]string{
	"tries": "tries", "timeout": "timeout", "backoff": "backoff", "maxExceptions": "maxexceptions", "failOnTimeout": "failontimeout",
	"connection": "connection", "queue": "queue", "delay": "delay", "uniqueFor": "uniquefor", "debounceFor": "debouncefor",
}

// attribute finds the attribute for a property: on the class, from 13.16 on its traits, then on its parents. outside names the first
// ancestor outside the repository, on which one may stand.
func (r *reader) attribute(property string, v queue.Version) (a *attribute, outside string) {
	wanted := attributes + attributeNames[property]
	seen := 0
	for c := r.s.class; c != nil && seen < maxAncestors; seen++ {
		if decl := attributeOn(c, wanted); decl != nil {
			return &attribute{decl, c, c}, ""
		}
		if since(v, 13, 16, 0) {
			for _, name := range c.Traits() {
				trait := r.code.classes.Lookup(name)
				if trait == nil {
					continue
				}
				if decl := attributeOn(trait, wanted); decl != nil {
					return &attribute{decl, trait, c}, ""
				}
			}
		}
		parent := c.Parent()
		if parent == "" {
			return nil, ""
		}
		if c = r.code.classes.Lookup(parent); c == nil && !Lacks(parent, phpeval.PropertyMember, property) {
			return nil, parent
		}
	}
	return nil, ""
}

func attributeOn(c *phpeval.Class, wanted string) *php.Attr {
	for _, group := range c.Decl.Attrs {
		for _, a := range group.Attrs {
			if fold(c.Unit.Names().Class(a.Name)) == wanted {
				return a
			}
		}
	}
	return nil
}

// value is what the attribute's instance holds.
func (r *reader) attributeValue(a *attribute, property string) phpeval.Value {
	in := phpeval.Scope{Unit: a.on.Unit, Class: a.of}
	var v phpeval.Value
	switch property {
	case "failOnTimeout":
		v = phpeval.Value{Kind: phpeval.Bool, Bool: true}
	case "backoff":
		v = r.variadic(a, in)
	default:
		given, ok := r.w.Args(&a.decl.Args, in, property)[property]
		if !ok {
			given = unknown("#["+a.decl.Name.Text+"] has no argument: PHP fails when the job is dispatched", nil)
		}
		v = given
	}
	var at php.Node = a.decl
	if len(a.decl.Args.List) == 1 {
		at = a.decl.Args.List[0].Value
	}
	return reorigin(v, func(one phpeval.Value) *queue.Origin {
		return r.inherited(step(queue.ViaAttribute, a.on.Unit, at, "#["+excerpt(a.on.Unit, a.decl)+"]", one), a.on)
	})
}

// variadic is the value of #[Backoff(...)]: its only argument, or all of them as a list.
func (r *reader) variadic(a *attribute, in phpeval.Scope) phpeval.Value {
	list := a.decl.Args.List
	if len(list) == 1 && !list[0].Spread && list[0].Name == "" {
		return r.w.Expr(list[0].Value, in)
	}
	items := make([]php.ArrayItem, len(list))
	for i := range list {
		if list[i].Spread || list[i].Name != "" {
			return unknown("qlint does not follow "+excerpt(a.on.Unit, a.decl), nil)
		}
		items[i] = php.ArrayItem{Loc: list[i].Loc, Value: list[i].Value}
	}
	return r.w.Expr(&php.Array{Loc: a.decl.Loc, Items: items}, in)
}

// attributeOr is an attribute, or the property that it stands in for, by the rules of the version.
func (r *reader) attributeOr(property string, p property, v queue.Version) phpeval.Value {
	if !since(v, 13, 0, 0) {
		return p.value
	}
	a, outside := r.attribute(property, v)
	if a == nil {
		if outside != "" && p.value.IsNull() {
			return unknown(outside+" is not part of the repository and may have an attribute", nil)
		}
		return p.value
	}
	if p.changed && since(v, 13, 4, 0) {
		return r.changedOr(p, func() phpeval.Value { return r.attributeValue(a, property) })
	}
	if since(v, 13, 14, 0) && p.owner != nil && p.hidden == "" && p.owner != a.of && r.below(p.owner, a.of) {
		return p.value
	}
	return r.attributeValue(a, property)
}

// changedOr is the value that a property was given at run time, or what other gives where it is null or equals the class's default.
func (r *reader) changedOr(p property, other func() phpeval.Value) phpeval.Value {
	some, known := p.value.Each()
	if !known {
		return p.value
	}
	out := make([]phpeval.Value, len(some))
	for i, one := range some {
		if out[i] = one; one.IsNull() || same(one, p.initial) {
			out[i] = other()
		}
	}
	return phpeval.Alternatives(out...)
}

// same says that two values are known to be identical.
func same(a, b phpeval.Value) bool {
	if a.Kind == phpeval.Unknown || b.Kind == phpeval.Unknown || b.Kind == phpeval.OneOf {
		return false
	}
	return phpeval.Alternatives(a, b).Kind != phpeval.OneOf && a.Kind == b.Kind
}

// below says that a class extends another.
func (r *reader) below(c, of *phpeval.Class) bool {
	seen := 0
	for parent := c.Parent(); parent != "" && seen < maxAncestors; seen++ {
		if fold(parent) == fold(of.Name) {
			return true
		}
		next := r.code.classes.Lookup(parent)
		if next == nil {
			return false
		}
		parent = next.Parent()
	}
	return false
}
