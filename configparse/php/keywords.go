package php

// keywords are the reserved words by kind.
var keywords = [tHaltCompiler + 1]string{
	tAbstract: "abstract", tArray: "array", tAs: "as", tBreak: "break", tCallable: "callable", tCase: "case",
	tCatch: "catch", tClass: "class", tClassC: "__class__", tClone: "clone", tConst: "const", tContinue: "continue",
	tDeclare: "declare", tDefault: "default", tDir: "__dir__", tDo: "do", tEcho: "echo", tElse: "else",
	tElseif: "elseif", tEmpty: "empty", tEnddeclare: "enddeclare", tEndfor: "endfor", tEndforeach: "endforeach",
	tEndif: "endif", tEndswitch: "endswitch", tEndwhile: "endwhile", tEval: "eval", tExit: "exit",
	tExtends: "extends", tFile: "__file__", tFinal: "final", tFinally: "finally", tFn: "fn", tFor: "for",
	tForeach: "foreach", tFuncC: "__function__", tFunction: "function", tGlobal: "global", tGoto: "goto", tIf: "if",
	tImplements: "implements", tInclude: "include", tIncludeOnce: "include_once", tInstanceof: "instanceof",
	tInsteadof: "insteadof", tInterface: "interface", tIsset: "isset", tLine: "__line__", tList: "list",
	tLogicalAnd: "and", tLogicalOr: "or", tLogicalXor: "xor", tMatch: "match", tMethodC: "__method__",
	tNamespace: "namespace", tNew: "new", tNsC: "__namespace__", tPrint: "print", tPrivate: "private",
	tPropertyC: "__property__", tProtected: "protected", tPublic: "public", tReadonly: "readonly",
	tRequire: "require", tRequireOnce: "require_once", tReturn: "return", tStatic: "static", tSwitch: "switch",
	tThrow: "throw", tTrait: "trait", tTraitC: "__trait__", tTry: "try", tUnset: "unset", tUse: "use", tVar: "var",
	tWhile: "while", tYield: "yield", tHaltCompiler: "__halt_compiler",
}

// keywordTable maps keywordHash to the one keyword of that hash.
var keywordTable = newKeywordTable()

func newKeywordTable() (t [512]kind) {
	for k, word := range keywords {
		if word != "" {
			t[keywordHash(word)] = kind(k)
		}
	}
	t[keywordHash("die")] = tExit
	return t
}

// keywordHash gives every keyword (and "die") another value, whatever its case. Its factors were found by trial.
func keywordHash(s string) uint {
	n := len(s)
	return (uint(n)*73 + uint(s[0]|0x20)*156 + uint(s[n-1]|0x20)*66 + uint(s[n/2]|0x20)*173 + uint(s[n/2-1]|0x20)*45) % 512
}

const longestKeyword = len("__halt_compiler")

// lookupKeyword returns the kind of a word: a keyword or tIdent.
func lookupKeyword(s string) kind {
	if len(s) < 2 || len(s) > longestKeyword {
		return tIdent
	}
	k := keywordTable[keywordHash(s)]
	if k == tEOF || !equalFold(s, keywords[k]) && (k != tExit || !equalFold(s, "die")) {
		return tIdent
	}
	return k
}
