package phpeval

// builtinClasses are classes and interfaces of PHP itself that applications extend or implement, by folded name, with what they
// extend and implement themselves. None of the interfaces has constants.
var builtinClasses = map[string][]string{
	"traversable": nil, "iterator": {"Traversable"}, "iteratoraggregate": {"Traversable"}, "arrayaccess": nil, "countable": nil,
	"serializable": nil, "jsonserializable": nil, "stringable": nil, "unitenum": nil, "backedenum": {"UnitEnum"},
	"throwable": {"Stringable"}, "stdclass": nil,

	"exception": {"Throwable"}, "error": {"Throwable"}, "errorexception": {"Exception"}, "typeerror": {"Error"},
	"runtimeexception": {"Exception"}, "logicexception": {"Exception"},
	"badfunctioncallexception": {"LogicException"}, "badmethodcallexception": {"BadFunctionCallException"},
	"domainexception": {"LogicException"}, "invalidargumentexception": {"LogicException"}, "lengthexception": {"LogicException"},
	"outofrangeexception": {"LogicException"}, "outofboundsexception": {"RuntimeException"},
	"overflowexception": {"RuntimeException"}, "rangeexception": {"RuntimeException"},
	"underflowexception": {"RuntimeException"}, "unexpectedvalueexception": {"RuntimeException"},
	"arrayobject": {"IteratorAggregate", "ArrayAccess", "Serializable", "Countable"},
}
