package php

// kind is the kind of a token.
type kind uint8

// The keywords stand first and together, so that one comparison tells a keyword, and are in no other order.
const (
	tEOF kind = iota

	tAbstract
	tArray
	tAs
	tBreak
	tCallable
	tCase
	tCatch
	tClass
	tClassC // __CLASS__
	tClone
	tConst
	tContinue
	tDeclare
	tDefault
	tDir
	tDo
	tEcho
	tElse
	tElseif
	tEmpty
	tEnddeclare
	tEndfor
	tEndforeach
	tEndif
	tEndswitch
	tEndwhile
	tEval
	tExit
	tExtends
	tFile
	tFinal
	tFinally
	tFn
	tFor
	tForeach
	tFuncC // __FUNCTION__
	tFunction
	tGlobal
	tGoto
	tIf
	tImplements
	tInclude
	tIncludeOnce
	tInstanceof
	tInsteadof
	tInterface
	tIsset
	tLine
	tList
	tLogicalAnd
	tLogicalOr
	tLogicalXor
	tMatch
	tMethodC // __METHOD__
	tNamespace
	tNew
	tNsC // __NAMESPACE__
	tPrint
	tPrivate
	tPropertyC // __PROPERTY__
	tProtected
	tPublic
	tReadonly
	tRequire
	tRequireOnce
	tReturn
	tStatic
	tSwitch
	tThrow
	tTrait
	tTraitC // __TRAIT__
	tTry
	tUnset
	tUse
	tVar
	tWhile
	tYield
	tHaltCompiler // the last keyword, and no name anywhere

	tIdent
	tNameQualified
	tNameFQ
	tNameRelative
	tVariable
	tInt
	tFloat
	tString      // '...' or "..." without interpolation
	tHeredoc     // heredoc without interpolation, or nowdoc
	tInterpStart // the quote, or <<<A with its line break
	tInterpEnd   // the quote, or the line break with the closing label
	tShellStart
	tShellEnd
	tStringPart
	tVarName // a in "${a}"
	tNumString
	tCurlyOpen       // {$ in a string; the token is the brace
	tDollarCurlyOpen // ${ in a string
	tInlineHTML
	tEchoTag // <?=
	tBad     // a byte that starts no token

	tYieldFrom
	tPublicSet
	tProtectedSet
	tPrivateSet
	tCast

	tAttr // #[
	tLParen
	tRParen
	tLBracket
	tRBracket
	tLBrace
	tRBrace
	tSemi // also a closing tag
	tComma
	tColon
	tDoubleColon
	tQuestion
	tArrow     // ->
	tNullArrow // ?->
	tDoubleArrow
	tEllipsis
	tDollar
	tBackslash
	tAt
	tNot
	tTilde
	tPlus
	tMinus
	tStar
	tSlash
	tPercent
	tPow
	tDot
	tAmp
	tPipe
	tCaret
	tShl
	tShr
	tAndAnd
	tOrOr
	tCoalesce
	tPipeArrow // |>
	tEq
	tNotEq
	tIdentical
	tNotIdentical
	tSpaceship
	tLess
	tLessEq
	tGreater
	tGreaterEq
	tInc
	tDec

	tAssign // the first assignment operator
	tPlusAssign
	tMinusAssign
	tStarAssign
	tSlashAssign
	tPercentAssign
	tPowAssign
	tDotAssign
	tAmpAssign
	tPipeAssign
	tCaretAssign
	tShlAssign
	tShrAssign
	tCoalesceAssign // the last assignment operator

	kindCount
)

// token is one token; comments and white space are none.
type token struct {
	kind       kind
	flag       uint8 // of tCast: a CastKind; of tSemi: flagTag; of tHeredoc: flagNowdoc
	start, end uint32
}

const (
	flagTag    = 1 // ?>
	flagNowdoc = 1
)

// isKeyword tells whether the token may stand where PHP allows a reserved word as a name.
func (k kind) isKeyword() bool { return k-1 < tHaltCompiler-1 }

// isIdent tells whether the token is a plain identifier or a keyword used as one.
func (k kind) isIdent() bool { return k == tIdent || k.isKeyword() }

func (k kind) isName() bool { return tIdent <= k && k <= tNameRelative }

func (k kind) isAssign() bool { return tAssign <= k && k <= tCoalesceAssign }
