package php

import "strings"

// topLevel reads the statements of the file.
func (p *parser) topLevel() []Stmt {
	mark := p.stmtList.mark()
	p.outerStmts(tEOF)
	return p.stmtList.take(mark, p.chunk)
}

func (p *parser) namespace(start uint32) Stmt {
	p.next()
	n := &Namespace{}
	switch k := p.tok.kind; {
	case k == tNameQualified || k.isIdent():
		n.Name = p.name()
	case k != tLBrace:
		p.unexpected("a namespace name")
	}
	if p.tok.kind == tLBrace {
		n.Braces = true
		b := p.block()
		n.Stmts = b.Stmts
		n.Loc = p.from(start)
		return n
	}
	p.endStmt()
	mark := p.stmtList.mark()
	p.outerStmts(tNamespace)
	n.Stmts = p.stmtList.take(mark, p.chunk)
	n.Loc = p.from(start)
	return n
}

// outerStmts pushes statements up to a token of kind stop or the end of the file. Unless a block is around them, a closing
// brace is one too many.
func (p *parser) outerStmts(stop kind) {
	outer := p.listStart
	p.listStart = p.stmtList.mark()
	for p.tok.kind != tEOF && p.tok.kind != stop {
		if p.ends() {
			if p.depth > 1 {
				break
			}
			p.pushError()
			continue
		}
		p.pushStmt()
	}
	p.listStart = outer
}

func (p *parser) use(start uint32) Stmt {
	p.next()
	n := &Use{}
	kind := p.useKind(UseClass)
	for {
		if !p.useItem(n, kind) || !p.accept(tComma) {
			break
		}
	}
	p.endStmt()
	n.Loc = p.from(start)
	return n
}

// useKind reads function or const in front of a name.
func (p *parser) useKind(kind UseKind) UseKind {
	if !p.peek(1).isName() {
		return kind
	}
	switch p.tok.kind {
	case tFunction:
		p.next()
		return UseFunction
	case tConst:
		p.next()
		return UseConst
	}
	return kind
}

// useItem reads a name with its alias, or a group, and tells whether more may follow.
func (p *parser) useItem(n *Use, kind UseKind) bool {
	if k := p.tok.kind; k != tIdent && k != tNameQualified && k != tNameFQ {
		p.unexpected("a name to import")
		return false
	}
	name := p.tok
	p.next()
	full := strings.TrimPrefix(p.str(name), `\`)
	if p.tok.kind == tBackslash && len(n.Items) == 0 {
		p.next()
		p.useGroup(n, kind, full)
		return false
	}
	n.Items = append(n.Items, p.useAlias(name.start, kind, full))
	return true
}

func (p *parser) useAlias(start uint32, kind UseKind, full string) UseItem {
	item := UseItem{Kind: kind, Name: full, Alias: full[strings.LastIndexByte(full, '\\')+1:]}
	if p.accept(tAs) {
		if p.tok.kind == tIdent {
			item.Alias = p.ident().Name
		} else {
			p.unexpected("an alias")
		}
	}
	item.Loc = p.from(start)
	return item
}

func (p *parser) useGroup(n *Use, kind UseKind, prefix string) {
	if !p.expect(tLBrace, `"{"`) {
		return
	}
	for first := true; first || p.tok.kind != tRBrace; first = false {
		own := kind
		if kind == UseClass {
			own = p.useKind(kind)
		}
		if k := p.tok.kind; k == tIdent || k == tNameQualified {
			t := p.tok
			p.next()
			n.Items = append(n.Items, p.useAlias(t.start, own, prefix+`\`+p.str(t)))
		} else {
			p.unexpected("a name to import")
		}
		if p.tok.kind == tComma {
			p.next()
		} else if p.tok.kind != tRBrace && !p.resync(tRBrace, `"," or "}"`) {
			return
		}
	}
	p.accept(tRBrace)
}

func (p *parser) constStmt(attrs []*AttrGroup, start uint32) Stmt {
	p.next()
	n := &Const{Attrs: attrs, Items: p.constItems()}
	p.endStmt()
	n.Loc = p.from(start)
	return n
}

// constItems reads NAME = expr, NAME = expr.
func (p *parser) constItems() []ConstItem {
	var items []ConstItem
	for {
		start := p.tok.start
		if p.tok.kind != tIdent {
			p.unexpected("a name")
			return items
		}
		item := ConstItem{Name: p.ident()}
		if p.expect(tAssign, `"="`) {
			item.Value = p.expr(bpAny)
		} else {
			item.Value = p.missing()
		}
		item.Loc = p.from(start)
		items = append(items, item)
		if !p.accept(tComma) {
			return items
		}
	}
}

// attributes reads one or more #[...] groups.
func (p *parser) attributes() []*AttrGroup {
	var groups []*AttrGroup
	for p.tok.kind == tAttr {
		start := p.tok.start
		p.next()
		g := &AttrGroup{}
		for first := true; first || p.tok.kind != tRBracket; first = false {
			at := p.tok.start
			if !p.tok.kind.isName() {
				p.unexpected("an attribute")
			} else {
				a := &Attr{Name: p.name()}
				if p.tok.kind == tLParen {
					a.Args = p.args()
				}
				a.Loc = p.from(at)
				g.Attrs = append(g.Attrs, a)
			}
			if p.tok.kind == tComma {
				p.next()
			} else if p.tok.kind != tRBracket && !p.resync(tRBracket, `"," or "]"`) {
				break
			}
		}
		p.accept(tRBracket)
		g.Loc = p.from(start)
		groups = append(groups, g)
	}
	return groups
}

// attributed reads a declaration or closure with attributes.
func (p *parser) attributed(start uint32) Stmt {
	attrs := p.attributes()
	switch p.tok.kind {
	case tClass, tInterface, tTrait, tAbstract, tFinal, tReadonly:
		return p.class(attrs, start)
	case tIdent:
		if p.isEnum() {
			return p.class(attrs, start)
		}
	case tFunction:
		if p.declaresFunction() {
			return p.function(attrs, start)
		}
		return p.attributedExpr(attrs, start)
	case tFn:
		return p.attributedExpr(attrs, start)
	case tStatic:
		if next := p.peek(1); next == tFn || next == tFunction {
			return p.attributedExpr(attrs, start)
		}
	case tConst:
		return p.constStmt(attrs, start)
	}
	p.unexpected("a declaration after attributes")
	return &ErrorStmt{p.from(start)}
}

// attributedExpr reads a statement that starts with a closure, which takes the attributes.
func (p *parser) attributedExpr(attrs []*AttrGroup, start uint32) Stmt {
	p.attrs, p.attrStart = attrs, start
	return p.exprStmt(start)
}

// declaresFunction tells whether function is followed by a name.
func (p *parser) declaresFunction() bool {
	k := p.peek(1)
	if k == tAmp {
		k = p.peek(2)
	}
	return k.isIdent() && k != tUse
}

func (p *parser) function(attrs []*AttrGroup, start uint32) Stmt {
	p.next()
	n := &Function{Attrs: attrs}
	n.ByRef = p.accept(tAmp)
	if k := p.tok.kind; k != tIdent && k != tReadonly {
		p.unexpected("a function name")
	}
	n.Name = p.ident()
	outer := p.classDepth
	p.classDepth = 0
	n.Params = p.parameters()
	n.Return = p.returnType()
	p.classDepth = outer
	n.Body = p.body()
	n.Loc = p.from(start)
	return n
}
