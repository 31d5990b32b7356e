package queueable

import (
	"bytes"
	"slices"

	"github.com/qlint-dev/qlint/configparse/php"
	"github.com/qlint-dev/qlint/configparse/phpeval"
)

// readEscapes looks at the instances of which it is not known where they go. One that a chain of calls has set up goes where that says;
// one in a function that dispatches something unknown may be that.
func (c *Code) readEscapes(s *scope) {
	for _, ch := range s.chains {
		n, ok := ch.root.(*php.New)
		if !ok || c.claimed[n] || n.Anon != nil {
			continue
		}
		list, _ := c.instances(ch.whole, s, 0)
		if len(list) == 0 {
			list, _ = c.made(n, s)
		}
		for _, x := range list {
			if len(x.layers) > 0 || !c.dispatchable(x.subjects[0]) {
				c.queued(x, nil)
			} else {
				for _, subject := range x.subjects {
					subject.escapes = true
				}
			}
			for _, l := range c.loose {
				if l.in.function() == s.function() {
					c.queued(x, l.layers)
				}
			}
		}
	}
}

// dispatchable says that a class goes to the queue by a dispatch; notifications, mailables and events go by being sent.
func (c *Code) dispatchable(s *subject) bool {
	return s.is(shouldQueue) && !s.is(notification) && !s.is(mailable) && !s.is(shouldBroadcast)
}

// function is the outermost scope around a closure.
func (s *scope) function() *scope {
	for s.outer != nil {
		s = s.outer
	}
	return s
}

// countMentions counts the references to each class that may only be run in place.
func (c *Code) countMentions(units []*phpeval.Unit) {
	wanted := map[string]*subject{}
	var names [][]byte
	for key, s := range c.byName {
		if s.inline > 0 && s.neverQueued() {
			wanted[key] = s
			names = append(names, []byte(s.class.Short()))
		}
	}
	for _, u := range units {
		if !slices.ContainsFunc(names, func(name []byte) bool { return bytes.Contains(u.File.Data, name) }) {
			continue
		}
		for _, s := range u.Tree.Stmts {
			php.Walk(s, func(n php.Node) bool {
				switch n := n.(type) {
				case *php.Use:
					return false
				case *php.Name:
					if x := wanted[fold(u.Names().Class(n))]; x != nil {
						x.mentions++
					}
				}
				return true
			})
		}
	}
}
