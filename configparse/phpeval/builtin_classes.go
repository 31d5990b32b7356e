package phpeval

// builtinClasses are classes of PHP itself that applications extend or implement, by lower-case name.
var builtinClasses = map[string]Outside{
	"traversable":       {Whole: true},
	"iterator":          {Whole: true, Ancestors: []string{"Traversable"}},
	"iteratoraggregate": {Whole: true, Ancestors: []string{"Traversable"}},
	"arrayaccess":       {Whole: true},
	"countable":         {Whole: true},
	"serializable":      {Whole: true},
	"jsonserializable":  {Whole: true},
	"stringable":        {Whole: true},
	"unitenum":          {Whole: true},
	"backedenum":        {Whole: true, Ancestors: []string{"UnitEnum"}},
	"throwable":         {Whole: true, Ancestors: []string{"Stringable"}},
	"exception":         throwableClass("Throwable"),
	"error":             throwableClass("Throwable"),
	"runtimeexception":  {Whole: true, Ancestors: []string{"Exception"}},
	"logicexception":    {Whole: true, Ancestors: []string{"Exception"}},
	"domainexception":   {Whole: true, Ancestors: []string{"LogicException"}},
	"errorexception":    {Ancestors: []string{"Exception"}},

	"badfunctioncallexception": {Whole: true, Ancestors: []string{"LogicException"}},
	"badmethodcallexception":   {Whole: true, Ancestors: []string{"BadFunctionCallException"}},
	"invalidargumentexception": {Whole: true, Ancestors: []string{"LogicException"}},
	"lengthexception":          {Whole: true, Ancestors: []string{"LogicException"}},
	"outofrangeexception":      {Whole: true, Ancestors: []string{"LogicException"}},
	"outofboundsexception":     {Whole: true, Ancestors: []string{"RuntimeException"}},
	"overflowexception":        {Whole: true, Ancestors: []string{"RuntimeException"}},
	"rangeexception":           {Whole: true, Ancestors: []string{"RuntimeException"}},
	"underflowexception":       {Whole: true, Ancestors: []string{"RuntimeException"}},
	"unexpectedvalueexception": {Whole: true, Ancestors: []string{"RuntimeException"}},

	"stdclass":    {Whole: true},
	"arrayobject": {Ancestors: []string{"IteratorAggregate", "ArrayAccess", "Serializable", "Countable"}},
}

func throwableClass(ancestors ...string) Outside {
	return Outside{
		Ancestors:  ancestors,
		Properties: []string{"message", "code", "file", "line"},
		Methods: []string{
			"__construct", "getMessage", "getCode", "getPrevious", "getFile", "getLine", "getTrace", "getTraceAsString", "__toString",
			"__wakeup",
		},
		Whole: true,
	}
}
