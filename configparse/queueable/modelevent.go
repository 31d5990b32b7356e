package queueable

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/php"
)

// modelWrites are methods that make a row of a model, folded, with the model's events that they fire for sure where they do (Laravel:
// Database/Eloquent/Model.php, Builder.php). firstOrCreate() and updateOrCreate() fire them when there is none yet.
var modelWrites = map[string][]string{
	"create":         {"creating", "created", "saving", "saved"},
	"forcecreate":    {"creating", "created", "saving", "saved"},
	"firstorcreate":  {"creating", "created", "saving", "saved"},
	"createorfirst":  {"creating", "created", "saving", "saved"},
	"updateorcreate": {"saving", "saved"},
}

// modelWrite is a place that makes a row of a model.
type modelWrite struct {
	ownCall
	method string // folded
}

// noteModelWrite remembers X::create() and X::query()->create() of the application's classes.
func (c *Code) noteModelWrite(ch *chain, s *scope) {
	root, ok := ch.root.(*php.StaticCall)
	if !ok {
		return
	}
	method, at := fold(root.Name.Name), php.Node(root)
	if method == "query" && len(ch.calls) > 0 {
		method, at = fold(ch.calls[0].Name.Name), ch.calls[0]
	}
	if modelWrites[method] == nil {
		return
	}
	name, ok := s.unit.Names().ClassExpr(root.Class)
	if s.class != nil && (name == "self" || name == "static") {
		name = s.class.Name
	}
	if ok {
		c.writes[fold(name)] = append(c.writes[fold(name)], modelWrite{ownCall{s, at}, method})
	}
}

// firedInside finds, for code in a closure that a model runs at one of its events, static::created(function () { … }), a transaction in which
// the model is written.
func (c *Code) firedInside(s *scope) *opening {
	for s != nil && s.closure == nil {
		s = s.outer
	}
	if s == nil || s.class == nil || s.taker.method != nil {
		return nil
	}
	root, ok := s.taker.root.(*php.StaticCall)
	if !ok {
		return nil
	}
	if name, _ := s.unit.Names().ClassExpr(root.Class); name != "self" && name != "static" {
		return nil
	}
	if m := s.function().method; m == nil || !strings.HasPrefix(fold(m.Name.Name), "boot") {
		return nil
	}
	event := fold(root.Name.Name)
	for _, w := range c.writes[fold(s.class.Name)] {
		if !slices.Contains(modelWrites[w.method], event) || withoutEvents(w.in) {
			continue
		}
		if open, _ := c.transactionAt(w.in, w.at); open != nil {
			open.call, open.from, open.event = w.at, w.in, root.Name.Name
			return open
		}
	}
	return nil
}

// withoutEvents says that code runs in a closure given to withoutEvents(): models fire none there.
func withoutEvents(s *scope) bool {
	for ; s != nil; s = s.outer {
		if s.closure != nil && s.taker.call() != nil && s.taker.name() == "withoutevents" {
			return true
		}
	}
	return false
}
