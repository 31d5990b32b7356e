package php

// Op is an operator of a Binary, Unary or Assign.
type Op uint8

// The operators. OpPlus and OpMinus are the unary ones; "and", "or" and "xor" differ from && and || only in binding.
const (
	OpNone Op = iota
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpMod
	OpPow
	OpConcat
	OpBitAnd
	OpBitOr
	OpBitXor
	OpShiftLeft
	OpShiftRight
	OpBoolAnd
	OpBoolOr
	OpLogicalAnd
	OpLogicalOr
	OpLogicalXor
	OpEqual
	OpNotEqual
	OpIdentical
	OpNotIdentical
	OpSpaceship
	OpLess
	OpLessEqual
	OpGreater
	OpGreaterEqual
	OpCoalesce
	OpPipe
	OpNot
	OpBitNot
	OpPlus
	OpMinus
	OpSilence
)

var opText = [...]string{
	OpNone: "", OpAdd: "+", OpSub: "-", OpMul: "*", OpDiv: "/", OpMod: "%", OpPow: "**", OpConcat: ".",
	OpBitAnd: "&", OpBitOr: "|", OpBitXor: "^", OpShiftLeft: "<<", OpShiftRight: ">>",
	OpBoolAnd: "&&", OpBoolOr: "||", OpLogicalAnd: "and", OpLogicalOr: "or", OpLogicalXor: "xor",
	OpEqual: "==", OpNotEqual: "!=", OpIdentical: "===", OpNotIdentical: "!==", OpSpaceship: "<=>",
	OpLess: "<", OpLessEqual: "<=", OpGreater: ">", OpGreaterEqual: ">=",
	OpCoalesce: "??", OpPipe: "|>", OpNot: "!", OpBitNot: "~", OpPlus: "+", OpMinus: "-", OpSilence: "@",
}

// String returns the operator as PHP writes it.
func (o Op) String() string {
	if int(o) < len(opText) {
		return opText[o]
	}
	return "?"
}
