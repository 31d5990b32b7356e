package queueable

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// openAt finds, once, the transaction that is open where a dispatch stands.
func (c *Code) openAt(d *dispatch) *opening {
	if d.looked {
		return d.open
	}
	d.looked = true
	if strings.Contains("/"+d.in.unit.File.Path, "/database/") {
		return nil // seeders and factories fill a database, not production's queue
	}
	open, later := c.transactionAt(d.in, d.whole)
	if open == nil && !later {
		open = c.calledInside(d.in.function())
	}
	if open == nil {
		open = c.firedInside(d.in)
	}
	d.open = open
	return open
}

// transaction is what the model says of an open transaction.
func transaction(o *opening, w *phpeval.World) *queue.Transaction {
	if o == nil {
		return nil
	}
	t := &queue.Transaction{Span: o.in.unit.Span(o.at), Database: named(o.on.resolve(w, o.in))}
	if o.call != nil {
		t.Call, t.Event = o.from.unit.Span(o.call), o.event
	}
	return t
}

// afterCommit is what a place and a class say about waiting for open transactions. It is not known where something may say so that is
// not followed.
func (c *Code) afterCommit(d *dispatch, s *subject) queue.Value[bool] {
	if d.event != "" {
		switch class := c.classes.Lookup(d.event); {
		case class == nil:
			return queue.NotKnown[bool]("the event is not part of the repository", nil)
		case ancestryOf(c.classes, class).is(shouldDispatchAfterCommit):
			return queue.Is(true, nil)
		}
	}
	switch {
	case d.decides():
		return queue.NotKnown[bool]("the place that dispatches it decides", nil)
	case s.opaque || s.outsideParent != "" && !c.handles(s):
		return queue.NotKnown[bool]("an ancestor is not part of the repository", nil)
	case s.is(shouldQueueAfterCommit) || s.is(shouldHandleAfterCommit):
		return queue.Is(true, nil)
	case c.classDecides(s):
		return queue.NotKnown[bool]("the class sets $afterCommit", nil)
	}
	return queue.NotSet[bool](nil)
}

// decides says that the chain of a dispatch, or what is done to a variable that it dispatches, calls afterCommit() or beforeCommit().
func (d *dispatch) decides() bool {
	variables := map[string]bool{}
	if decidesCommit(d.whole, variables) {
		return true
	}
	for s := d.in; s != nil; s = s.outer {
		for i := range s.chains {
			if v, ok := s.chains[i].root.(*php.Var); ok && variables[v.Name] && decidesCommit(s.chains[i].whole, nil) {
				return true
			}
		}
		for _, set := range s.sets {
			if variables[set.variable] && set.name == "afterCommit" {
				return true
			}
		}
		for name := range variables {
			for _, a := range s.assigned[name] {
				if decidesCommit(a.value, nil) {
					return true
				}
			}
		}
	}
	return false
}

// decidesCommit says that code calls afterCommit() or beforeCommit(), or sets $afterCommit. It collects the variables that the code
// names.
func decidesCommit(code php.Node, variables map[string]bool) bool {
	found := false
	php.Walk(code, func(n php.Node) bool {
		switch n := n.(type) {
		case *php.MethodCall:
			name := fold(n.Name.Name)
			found = found || name == "aftercommit" || name == "beforecommit"
		case *php.Assign:
			p, ok := n.Target.(*php.Prop)
			found = found || ok && p.Name.Name == "afterCommit"
		case *php.Var:
			if variables != nil && n.Name != "this" {
				variables[n.Name] = true
			}
		}
		return !found
	})
	return found
}

// classDecides says that a class, or a parent or trait of the application, declares $afterCommit with a value, or sets it.
func (c *Code) classDecides(s *subject) bool {
	for _, class := range c.lineOf(s) {
		if p, ok := class.Property("afterCommit"); ok && p.Default != nil && !isNull(p.Default) {
			return true
		}
		for _, m := range class.Decl.Members {
			if method, ok := m.(*php.Method); ok && method.Body != nil && decidesCommit(method.Body, nil) {
				return true
			}
		}
	}
	return false
}

// lineOf lists a class and those of the application that it extends and uses.
func (c *Code) lineOf(s *subject) []*phpeval.Class {
	line := []*phpeval.Class{s.class}
	for i := 0; i < len(line) && len(line) < maxAncestors; i++ {
		for _, name := range append(line[i].Traits(), line[i].Parent()) {
			if class := c.classes.Lookup(name); name != "" && class != nil && !slices.Contains(line, class) {
				line = append(line, class)
			}
		}
	}
	return line
}

// shortName is the last part of a class's name as it is declared.
func (c *Code) shortName(folded string) string {
	if class := c.classes.Lookup(folded); class != nil {
		return class.Short()
	}
	_, last := cutLast(folded, '\\')
	return last
}
