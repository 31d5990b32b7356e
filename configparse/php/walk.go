package php

// Walk calls visit for n and then for its children, in the order of the source. Where visit returns false, the children
// are left out. A nil n is ignored.
func Walk(n Node, visit func(Node) bool) {
	if n == nil || !visit(n) {
		return
	}
}
