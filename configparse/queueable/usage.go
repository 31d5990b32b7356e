package queueable

import (
	"bytes"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// usage is what the code of a class, its traits and parents does with the class's own members.
type usage struct {
	reads, sets map[string]bool // properties
	calls       map[string]bool // methods, folded
	// all says that code reads properties whose names it computes.
	all bool
}

// usage walks the class and what it inherits from, once.
func (r *reader) usage() *usage {
	if r.used != nil {
		return r.used
	}
	u := &usage{reads: map[string]bool{}, sets: map[string]bool{}, calls: map[string]bool{}}
	lineage, _ := r.code.classes.Lineage(r.s.class)
	for _, c := range lineage {
		for _, m := range c.Decl.Members {
			php.Walk(m, u.visit)
		}
	}
	if u.all {
		for _, name := range declaredProperties {
			u.reads[name], u.sets[name] = true, true
		}
	}
	r.used = u
	return u
}

func (u *usage) visit(n php.Node) bool {
	switch n := n.(type) {
	case *php.Class:
		return false
	case *php.Assign:
		return u.assign(n)
	case *php.Prop:
		if isThis(n.Object) {
			u.reads[n.Name.Name] = true
			u.all = u.all || n.Dyn != nil
		}
	case *php.StaticProp:
		u.reads[n.Name.Name] = true
		u.all = u.all || n.Dyn != nil
	case *php.MethodCall:
		if isThis(n.Object) {
			u.call(n.Name.Name)
		}
	case *php.StaticCall:
		u.call(n.Name.Name)
	case *php.Call:
		u.all = u.all || function(n) == "get_object_vars"
	case *php.Foreach:
		u.all = u.all || isThis(n.X)
	case *php.Array:
		if len(n.Items) == 2 && n.Items[0].Value != nil && isThis(n.Items[0].Value) { // [$this, 'name']
			if s, ok := n.Items[1].Value.(*php.String); ok {
				u.call(s.Value())
			}
		}
	}
	return true
}

// assign notes what an assignment sets; its target is read only where the assignment builds on it.
func (u *usage) assign(n *php.Assign) bool {
	name, dynamic := ownProperty(n.Target)
	if name == "" && !dynamic {
		if at, ok := n.Target.(*php.Index); ok {
			name, _ = ownProperty(at.Base)
			u.sets[name] = true
		}
		return true
	}
	u.sets[name] = true
	u.all = u.all || dynamic
	if n.Op == php.OpNone {
		php.Walk(n.Value, u.visit)
		return false
	}
	return true
}

// setBySetter are properties that methods of Bus\Queueable set, beside those of setters, folded.
var setBySetter = map[string]string{"delay": "delay", "withoutdelay": "delay", "aftercommit": "afterCommit", "beforecommit": "afterCommit"}

func (u *usage) call(name string) {
	key := fold(name)
	u.calls[key] = true
	if property := setters[key] + setBySetter[key]; property != "" {
		u.sets[property] = true
	}
}

// agreed says that an interface or an abstract method asks for a method, given folded: others may call it.
func (r *reader) agreed(method string) bool {
	for name := range r.s.names {
		c := r.code.classes.Lookup(name)
		if c == nil {
			if !strings.HasPrefix(name, `illuminate\`) && !bare[name] {
				return true // nothing is known of it
			}
			continue
		}
		if m := c.Decl.Method(method); m != nil && m.Body == nil {
			return true
		}
	}
	return false
}

// names says that a text stands in some file of the application's code that was read.
func (c *Code) names(text string) bool {
	if known, ok := c.found.Load(text); ok {
		return known.(bool)
	}
	known := slices.ContainsFunc(c.units, func(u *phpeval.Unit) bool { return bytes.Contains(u.File.Data, []byte(text)) })
	c.found.Store(text, known)
	return known
}

// delayed says that a file which names the class sets a delay on something.
func (r *reader) delayed() bool {
	name := []byte(r.s.class.Short())
	for _, u := range r.code.delaying {
		if bytes.Contains(u.File.Data, name) {
			return true
		}
	}
	return false
}
