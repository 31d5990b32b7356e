package php

// isEnum tells whether the current identifier is the keyword enum: a name follows, other than extends or implements.
func (p *parser) isEnum() bool {
	return p.peek(1) == tIdent && p.tok.end-p.tok.start == 4 && equalFold(p.str(p.tok), "enum")
}

// class reads a class, interface, trait or enum from its modifiers on.
func (p *parser) class(attrs []*AttrGroup, start uint32) Stmt {
	n := &Class{Attrs: attrs}
	n.Flags |= p.modifiers(FlagAbstract|FlagFinal|FlagReadonly, "a class")
	switch {
	case p.tok.kind == tClass:
		n.Kind = KindClass
	case p.tok.kind == tInterface:
		n.Kind = KindInterface
	case p.tok.kind == tTrait:
		n.Kind = KindTrait
	case p.tok.kind == tIdent && p.isEnum():
		n.Kind = KindEnum
	default:
		p.unexpected(`"class"`)
		p.sync()
		return &ErrorStmt{p.from(start)}
	}
	if n.Kind != KindClass && n.Flags != 0 {
		p.unexpected("a class after these modifiers")
	}
	p.next()
	if p.tok.kind == tIdent {
		n.Name = p.ident()
	} else {
		p.unexpected("a class name")
		if p.tok.kind.isKeyword() && p.tok.kind != tExtends && p.tok.kind != tImplements {
			n.Name = p.ident()
		} else {
			n.Name = p.noIdent()
		}
	}
	if n.Kind == KindEnum && p.accept(tColon) {
		n.Backing = p.typ()
	}
	p.classHead(n)
	p.classBody(n)
	n.Loc = p.from(start)
	return n
}

// classHead reads extends and implements.
func (p *parser) classHead(n *Class) {
	if p.tok.kind == tExtends {
		if n.Kind == KindTrait || n.Kind == KindEnum {
			p.unexpected(`"{"`)
		}
		p.next()
		n.Extends = p.classNames(n.Kind == KindInterface)
	}
	if p.tok.kind == tImplements {
		if n.Kind == KindTrait || n.Kind == KindInterface {
			p.unexpected(`"{"`)
		}
		p.next()
		n.Implements = p.classNames(true)
	}
}

func (p *parser) classNames(many bool) []*Name {
	var names []*Name
	for {
		if !p.tok.kind.isName() {
			p.unexpected("a class name")
			return names
		}
		names = append(names, p.name())
		if !many || !p.accept(tComma) {
			return names
		}
	}
}

func (p *parser) classBody(n *Class) {
	open := p.i
	if p.expect(tLBrace, `"{"`) {
		n.Members = p.members(open)
	}
}

// members reads the members of a class and its closing brace; open is the index of the opening one, or -1.
func (p *parser) members(open int) []Member {
	waiting, outer := p.waiting, p.declOpen
	p.waiting, p.declOpen = 0, open+1
	p.classDepth++
	mark := p.memberList.mark()
	for !p.endsMembers() {
		before := p.i
		m := p.member()
		if m == nil {
			break
		}
		if p.i == before {
			m = p.errorMember()
		}
		p.memberList.push(m)
	}
	list := p.memberList.take(mark, p.chunk)
	p.classDepth--
	p.waiting, p.declOpen = waiting, outer
	p.expect(tRBrace, `"}"`)
	return list
}

// endsMembers tells whether a class body must end before the current token.
func (p *parser) endsMembers() bool {
	switch p.tok.kind {
	case tRBrace, tEOF, tInterpEnd, tShellEnd:
		return true
	case tClass, tInterface, tTrait, tAbstract, tFinal, tReadonly, tIdent, tNamespace:
		return p.startsClass()
	}
	return false
}

// startsClass tells whether a class declaration or a namespace starts at the current token. Inside a class it shows that
// the class was left open.
func (p *parser) startsClass() bool {
	for i := p.i; ; i++ {
		next := p.toks[i+1].kind
		switch p.toks[i].kind {
		case tAbstract, tFinal, tReadonly:
		case tClass, tInterface, tTrait:
			return next == tIdent
		case tNamespace:
			return next.isName()
		case tIdent:
			return next == tIdent && equalFold(p.str(p.toks[i]), "enum")
		default:
			return false
		}
	}
}

// resumeClass reads members that stand behind a class which a brace too many closed early.
func (p *parser) resumeClass() bool {
	stmts := p.stmtList.stack[p.listStart:]
	if n := len(stmts); n > 0 {
		if _, ok := stmts[n-1].(*ErrorStmt); ok {
			stmts = stmts[:n-1]
		}
	}
	if len(stmts) == 0 {
		return false
	}
	c, ok := stmts[len(stmts)-1].(*Class)
	if !ok {
		return false
	}
	p.stmtList.stack = p.stmtList.stack[:p.listStart+len(stmts)]
	p.unexpected("a statement, as a brace closed the class before")
	c.Members = append(c.Members, p.members(-1)...)
	c.End = p.from(c.Pos).End
	return true
}

// errorMember skips what is no member, up to what can start one.
func (p *parser) errorMember() Member {
	start := p.tok.start
	p.unexpected("a class member")
	for first := true; ; first = false {
		switch p.tok.kind {
		case tRBrace, tEOF, tInterpEnd, tShellEnd:
			return &ErrorMember{p.from(start)}
		case tPublic, tProtected, tPrivate, tPublicSet, tProtectedSet, tPrivateSet, tStatic, tAbstract, tFinal, tReadonly,
			tVar, tFunction, tConst, tCase, tUse, tAttr:
			if !first {
				return &ErrorMember{p.from(start)}
			}
		case tSemi:
			p.next()
			return &ErrorMember{p.from(start)}
		}
		if !p.skipGroup() {
			p.next()
		}
	}
}

var modifierFlags = [kindCount]Flags{
	tPublic: FlagPublic, tProtected: FlagProtected, tPrivate: FlagPrivate, tPublicSet: FlagPublicSet,
	tProtectedSet: FlagProtectedSet, tPrivateSet: FlagPrivateSet, tStatic: FlagStatic, tAbstract: FlagAbstract,
	tFinal: FlagFinal, tReadonly: FlagReadonly, tVar: FlagVar,
}

const (
	flagsVisibility    = FlagPublic | FlagProtected | FlagPrivate
	flagsSetVisibility = FlagPublicSet | FlagProtectedSet | FlagPrivateSet
)

// modifiers reads modifiers, of which those in allowed may stand before what.
func (p *parser) modifiers(allowed Flags, what string) Flags {
	var flags Flags
	for {
		f := modifierFlags[p.tok.kind]
		if f == 0 {
			return flags
		}
		switch {
		case flags&f != 0, flags != 0 && (f|flags)&FlagVar != 0, f&flagsVisibility != 0 && flags&flagsVisibility != 0,
			f&flagsSetVisibility != 0 && flags&flagsSetVisibility != 0:
			p.errorAt(p.tok.start, p.tok.end, "more than one modifier of a kind")
		case (flags | f).Has(FlagAbstract | FlagFinal):
			p.errorAt(p.tok.start, p.tok.end, "nothing is abstract and final")
		case f&allowed == 0:
			p.errorAt(p.tok.start, p.tok.end, p.str(p.tok)+" is no modifier of "+what)
		}
		flags |= f
		p.next()
	}
}

const (
	anyFlags      = ^Flags(0)
	methodFlags   = flagsVisibility | FlagStatic | FlagAbstract | FlagFinal
	constFlags    = flagsVisibility | FlagFinal
	propertyFlags = anyFlags
)

// member reads one member of a class; nil where the attributes of another class stand instead.
func (p *parser) member() Member {
	start := p.tok.start
	var attrs []*AttrGroup
	switch p.tok.kind {
	case tUse:
		return p.traitUse(start)
	case tAttr:
		at := p.i
		attrs = p.attributes()
		if p.startsClass() {
			p.seek(at)
			return nil
		}
	}
	first := p.tok
	flags := p.modifiers(anyFlags, "a member")
	switch {
	case p.tok.kind == tFunction:
		p.checkFlags(first, flags, methodFlags, "a method")
		return p.method(attrs, flags, start)
	case p.tok.kind == tConst:
		p.checkFlags(first, flags, constFlags, "a constant")
		return p.classConst(attrs, flags, start)
	case p.tok.kind == tCase && flags == 0:
		return p.enumCase(attrs, start)
	case flags != 0 && (p.tok.kind == tVariable || p.startsType()):
		return p.property(attrs, flags, start)
	}
	return p.errorMember()
}

func (p *parser) checkFlags(first token, flags, allowed Flags, what string) {
	if flags&^allowed != 0 {
		p.errorAt(first.start, p.prevEnd, "a modifier that "+what+" can't have")
	}
}
