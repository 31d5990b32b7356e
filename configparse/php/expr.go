package php

// Binding powers, the higher the tighter. Those of the binary operators are in infix.
const (
	bpAny       = 0
	bpThrow     = 2
	bpArrowFn   = 4
	bpInclude   = 6
	bpPrint     = 16
	bpYield     = 18
	bpYieldFrom = 22
	bpAssign    = 24
	bpTernary   = 26
	bpNot       = 54
	bpInstance  = 56
	bpUnary     = 58
	bpClone     = 62
)

// binary is a binary operator: it is taken where the binding power asked for is at most left, and its right side is read
// with right.
type binary struct {
	left, right uint8
	op          Op
}

// infix holds the binary operators. Operators that do not associate have left and right as left-associative ones, and
// are told by nonassoc.
var infix = [kindCount]binary{
	tLogicalOr: {10, 11, OpLogicalOr}, tLogicalXor: {12, 13, OpLogicalXor}, tLogicalAnd: {14, 15, OpLogicalAnd},
	tQuestion: {bpTernary, bpTernary + 1, OpNone}, tCoalesce: {28, 28, OpCoalesce},
	tOrOr: {30, 31, OpBoolOr}, tAndAnd: {32, 33, OpBoolAnd},
	tPipe: {34, 35, OpBitOr}, tCaret: {36, 37, OpBitXor}, tAmp: {38, 39, OpBitAnd},
	tEq: {bpEqual, 41, OpEqual}, tNotEq: {bpEqual, 41, OpNotEqual}, tIdentical: {bpEqual, 41, OpIdentical},
	tNotIdentical: {bpEqual, 41, OpNotIdentical}, tSpaceship: {bpEqual, 41, OpSpaceship},
	tLess: {bpLess, 43, OpLess}, tLessEq: {bpLess, 43, OpLessEqual}, tGreater: {bpLess, 43, OpGreater},
	tGreaterEq: {bpLess, 43, OpGreaterEqual},
	tPipeArrow: {44, 45, OpPipe}, tDot: {46, 47, OpConcat},
	tShl: {48, 49, OpShiftLeft}, tShr: {48, 49, OpShiftRight},
	tPlus: {50, 51, OpAdd}, tMinus: {50, 51, OpSub},
	tStar: {52, 53, OpMul}, tSlash: {52, 53, OpDiv}, tPercent: {52, 53, OpMod},
	tInstanceof: {bpInstance, bpInstance, OpNone}, tPow: {60, 60, OpPow},
}

const (
	bpEqual = 40
	bpLess  = 42
)

// nonassoc tells whether operators of a binding power must not follow each other.
func nonassoc(left uint8) bool { return left == bpEqual || left == bpLess }

// expr reads an expression whose operators bind at least as tightly as min.
func (p *parser) expr(min uint8) Expr {
	if endsLeaf[p.toks[p.i+1].kind] {
		if e := p.leaf(); e != nil {
			p.height = max(p.height, 1)
			return e
		}
	}
	if p.depth >= maxDepth {
		return p.tooDeep()
	}
	p.depth++
	outer := p.height
	p.height = 0
	start := p.exprStart()
	left := p.unary()
	if infix[p.tok.kind].left > 0 {
		left = p.operators(left, start, min)
	}
	p.height = max(outer, p.height+1)
	p.depth--
	return left
}

// endsLeaf holds the tokens that show that the operand before them is a whole expression.
var endsLeaf = [kindCount]bool{
	tComma: true, tRParen: true, tRBracket: true, tSemi: true, tDoubleArrow: true, tColon: true, tRBrace: true,
}

// leaf takes the current token as an expression, if it is one alone: the way of most expressions, which spares them the
// question for operators.
func (p *parser) leaf() Expr {
	switch p.tok.kind {
	case tVariable:
		return p.variable()
	case tString:
		return p.stringLit()
	case tInt, tFloat:
		return p.number()
	case tIdent, tNameQualified, tNameFQ, tNameRelative:
		return p.constant()
	}
	return nil
}

// exprStart is where the expression at the current token starts: with its attributes, if those were read before.
func (p *parser) exprStart() uint32 {
	if p.attrs != nil {
		return p.attrStart
	}
	return p.tok.start
}

// operators reads the operators behind left.
func (p *parser) operators(left Expr, start uint32, min uint8) Expr {
	var last uint8
	for {
		in := infix[p.tok.kind]
		if in.left == 0 || in.left < min || !p.grow() {
			return left
		}
		if in.left == last && nonassoc(last) {
			p.unexpected("parentheses, as this operator can't follow another of its kind")
		}
		last = in.left
		op := p.tok
		p.next()
		switch op.kind {
		case tQuestion:
			left = p.ternary(left, start)
		case tInstanceof:
			class := p.classRef()
			left = &Instanceof{p.from(start), left, class}
		default:
			right := p.expr(in.right)
			n := p.binaries.alloc(p.chunk)
			*n = Binary{p.from(start), in.op, op.start, left, right}
			left = n
		}
	}
}

// grow counts one more level of a tree that grows to the left, and answers false where it would become too high.
func (p *parser) grow() bool {
	p.height++
	if p.height <= maxHeight {
		return true
	}
	if !p.cut {
		p.errorAt(p.tok.start, p.tok.end, "this expression is too long; the rest of it is not read")
	}
	p.cut = true
	p.errTok = p.i + 1
	return false
}

func (p *parser) ternary(cond Expr, start uint32) Expr {
	n := &Ternary{Cond: cond}
	if !p.accept(tColon) {
		n.Then = p.expr(bpAny)
		if !p.expect(tColon, `":"`) {
			n.Else = p.missing()
			n.Loc = p.from(start)
			return n
		}
	}
	n.Else = p.expr(bpTernary + 1)
	n.Loc = p.from(start)
	return n
}

// prefix holds the unary operators.
var prefix = [kindCount]struct {
	bp uint8
	op Op
}{
	tNot: {bpNot, OpNot}, tTilde: {bpUnary, OpBitNot}, tPlus: {bpUnary, OpPlus}, tMinus: {bpUnary, OpMinus},
	tAt: {bpUnary, OpSilence},
}

// unary reads an operand with the operators before and behind it, and an assignment where the operand can be its target:
// PHP reads !$a = f() as !($a = f()), whatever binds tighter.
func (p *parser) unary() Expr {
	start := p.exprStart()
	if pre := prefix[p.tok.kind]; pre.bp > 0 {
		p.next()
		x := p.expr(pre.bp)
		return &Unary{p.from(start), pre.op, x}
	}
	e := p.primary()
	switch k := p.tok.kind; {
	case k.isAssign():
		return p.assign(e, start)
	case (k == tInc || k == tDec) && isVariable(e):
		p.next()
		return &IncDec{p.from(start), k == tDec, false, e}
	}
	return e
}

// isVariable tells whether PHP's grammar takes an expression for a variable: something to assign to, as far as the
// parser knows. A call is one.
func isVariable(e Expr) bool {
	switch e.(type) {
	case *Var, *VarVar, *Index, *Prop, *StaticProp, *Call, *MethodCall, *StaticCall:
		return !e.Parenthesized()
	}
	return false
}

var assignOps = [...]Op{
	OpNone, OpAdd, OpSub, OpMul, OpDiv, OpMod, OpPow, OpConcat, OpBitAnd, OpBitOr, OpBitXor, OpShiftLeft, OpShiftRight,
	OpCoalesce,
}

func (p *parser) assign(target Expr, start uint32) Expr {
	op := p.tok
	if op.kind == tAssign {
		target = p.destructure(target)
	}
	if _, ok := target.(*List); !isVariable(target) && !ok {
		p.unexpected("a variable before an assignment")
	}
	p.next()
	n := p.assigns.alloc(p.chunk)
	n.Op = assignOps[op.kind-tAssign]
	n.Target = target
	if op.kind == tAssign && p.tok.kind == tAmp {
		if !isVariable(target) {
			p.unexpected("a value, as lists are not assigned by reference")
		}
		p.next()
		n.Ref = true
		n.Value = p.refValue()
	} else {
		n.Value = p.expr(bpAssign)
	}
	n.Loc = p.from(start)
	return n
}

// refValue reads what is assigned by reference: a variable.
func (p *parser) refValue() Expr {
	v := p.expr(bpClone)
	if _, failed := v.(*ErrorExpr); !failed && !isVariable(v) && !isAssign(v) {
		p.unexpected("a variable after =&")
	}
	return v
}

func isAssign(e Expr) bool {
	_, ok := e.(*Assign)
	return ok
}

// destructure turns an array literal before = or in foreach into the list that it is there.
func (p *parser) destructure(e Expr) Expr {
	a, ok := e.(*Array)
	if !ok || a.Long || a.Paren {
		return e
	}
	for i := range a.Items {
		if v := a.Items[i].Value; v != nil {
			a.Items[i].Value = p.destructure(v)
		}
	}
	return &List{a.Loc, false, a.Items}
}
