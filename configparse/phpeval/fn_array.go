package phpeval

import (
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
)

// onArray is a function whose first argument is an array; whole says that it must be known whole.
func onArray(min, max int, whole bool, f func(*builtinCall, *ArrayValue) Value) builtin {
	return builtin{min: min, max: max, eval: func(c *builtinCall) Value {
		switch a := c.array(0); {
		case a == nil && (c.args[0].Kind == Object):
			return c.unknown("an object")
		case a == nil:
			return throwing(c.name+"() of "+describe(c.args[0]), nil)
		case whole && !a.whole():
			return c.unknown(a.Open)
		default:
			return f(c, a)
		}
	}}
}

// arrayFunctions look into arrays, or take them apart.
func arrayFunctions() map[string]builtin {
	return map[string]builtin{
		"count":            onArray(1, 2, true, count),
		"sizeof":           onArray(1, 2, true, count),
		"in_array":         {min: 2, max: 3, eval: func(c *builtinCall) Value { return c.search(false) }},
		"array_search":     {min: 2, max: 3, eval: func(c *builtinCall) Value { return c.search(true) }},
		"array_key_exists": {min: 2, max: 2, eval: keyExists},
		"key_exists":       {min: 2, max: 2, eval: keyExists},
		"array_keys":       onArray(1, 1, true, keys),
		"array_values":     onArray(1, 1, true, values),
		"array_flip":       onArray(1, 1, true, flip),
		"array_reverse":    onArray(1, 2, true, reverseArray),
		"array_slice":      {min: 2, max: 4, eval: slice},
		"array_chunk":      onArray(2, 3, true, chunk),
		"array_column":     onArray(2, 3, true, column),
		"array_pad":        onArray(3, 3, true, padArray),
		"array_combine":    {min: 2, max: 2, eval: combineArrays},
		"array_fill":       {min: 3, max: 3, partial: true, eval: fill},
		"array_fill_keys":  {min: 2, max: 2, partial: true, eval: fillKeys},
		"array_unique":     onArray(1, 2, true, unique),
		"array_key_first":  onArray(1, 1, true, edgeKey(true)),
		"array_key_last":   onArray(1, 1, true, edgeKey(false)),
		"reset":            onArray(1, 1, true, edge(true)),
		"end":              onArray(1, 1, true, edge(false)),
		"array_is_list":    onArray(1, 1, true, func(_ *builtinCall, a *ArrayValue) Value { return boolean(a.isList()) }),
		"range":            {min: 2, max: 3, eval: rangeOf},
	}
}

func count(c *builtinCall, a *ArrayValue) Value {
	if c.has(1) && !(c.args[1].Kind == Int && c.args[1].Int == 0) {
		return c.unknown("a recursive count")
	}
	return integer(int64(len(a.Entries)))
}

// search is in_array(), or array_search() which gives the key.
func (c *builtinCall) search(wantKey bool) Value {
	a := c.array(1)
	strict, ok := c.flag(2)
	if a == nil || !ok {
		return c.unknown("not an array")
	}
	equal := c.looselyEqual
	if strict {
		equal = identical
	}
	undecidedBefore := false
	for _, e := range a.Entries {
		switch equal(c.args[0], e.Value) {
		case yes:
			switch {
			case !wantKey:
				return boolean(true)
			case undecidedBefore || !a.whole():
				return c.unknown("nothing decides which element is found first")
			}
			return e.Key.value()
		case undecided:
			undecidedBefore = true
		}
	}
	if undecidedBefore || !a.whole() {
		return c.unknown("not all elements are known")
	}
	return boolean(false)
}

func keyExists(c *builtinCall) Value {
	a := c.array(1)
	key, ok := toKey(c.args[0])
	if a == nil || !ok {
		return c.unknown("not a key and an array")
	}
	_, found := a.Get(key)
	if !found && !a.whole() {
		return c.unknown(a.Open)
	}
	return boolean(found)
}

func keys(c *builtinCall, a *ArrayValue) Value {
	origin := c.computed(c.node, c.args...)
	b := c.newBuilder()
	for _, e := range a.Entries {
		b.push(e.Key.value().WithOrigin(origin))
	}
	return b.value()
}

func values(c *builtinCall, a *ArrayValue) Value {
	b := c.newBuilder()
	for _, e := range a.Entries {
		b.push(e.Value)
	}
	return b.value()
}

func flip(c *builtinCall, a *ArrayValue) Value {
	b := c.newBuilder()
	for _, e := range a.Entries {
		if e.Value.Kind != Int && e.Value.Kind != String {
			if e.Value.Kind == Unknown || e.Value.Kind == OneOf {
				b.loseKeys("array_flip() of a value that is not known")
			}
			continue // PHP warns and leaves it out
		}
		k, _ := toKey(e.Value)
		b.put(k, e.Key.value().WithOrigin(e.Value.Origin))
	}
	return b.value()
}

func reverseArray(c *builtinCall, a *ArrayValue) Value {
	preserve, ok := c.flag(1)
	if !ok {
		return c.unknown("not decided whether keys are kept")
	}
	b := c.newBuilder()
	for _, e := range slices.Backward(a.Entries) {
		if e.Key.IsInt && !preserve {
			b.push(e.Value)
		} else {
			b.set(e)
		}
	}
	return b.value()
}

func slice(c *builtinCall) Value {
	a := c.array(0)
	if a == nil || !a.whole() {
		return c.unknown("not a known array")
	}
	start, end, ok1 := c.window(len(a.Entries))
	preserve, ok2 := c.flag(3)
	if !ok1 || !ok2 {
		return c.unknown("not numbers")
	}
	b := c.newBuilder()
	for _, e := range a.Entries[start:end] {
		if e.Key.IsInt && !preserve {
			b.push(e.Value)
		} else {
			b.set(e)
		}
	}
	return b.value()
}

func chunk(c *builtinCall, a *ArrayValue) Value {
	n, ok1 := c.int(1, 0)
	preserve, ok2 := c.flag(2)
	switch {
	case !ok1 || !ok2:
		return c.unknown("not a number")
	case n < 1:
		return throwing("array_chunk() into pieces of no size", nil)
	}
	b := c.newBuilder()
	for part := range slices.Chunk(a.Entries, int(min(n, maxElements))) {
		p := c.newBuilder()
		for _, e := range part {
			if preserve {
				p.set(e)
			} else {
				p.push(e.Value)
			}
		}
		b.push(p.value())
	}
	return b.value()
}

// column takes one key of every row, or a property of every enum case, under another key of the row where it is given.
func column(c *builtinCall, a *ArrayValue) Value {
	b := c.newBuilder()
	for _, row := range a.Entries {
		v, has := row.Value, true
		if c.args[1].Kind != Null {
			v, has = c.field(row.Value, c.args[1])
		}
		if !has {
			continue
		}
		if v.Kind == Unknown && row.Value.Kind != Array {
			return c.unknown("a row that is not known")
		}
		if !c.has(2) || c.args[2].Kind == Null {
			b.push(v)
			continue
		}
		key, has := c.field(row.Value, c.args[2])
		switch k, ok := toKey(key); {
		case !has:
			b.push(v)
		case !ok:
			b.loseKeys("a row's key is not known")
		default:
			b.put(k, v)
		}
	}
	return b.value()
}

func (c *builtinCall) field(row, name Value) (Value, bool) {
	key, ok := toKey(name)
	switch {
	case !ok:
		return unknown("a column that is not named", nil), true
	case row.Kind == Array:
		e, found := row.Array.Get(key)
		if !found && !row.Array.whole() {
			return unknown(row.Array.Open, row.Origin), true
		}
		return e.Value, found
	case row.Kind == Enum && key.Str == "name":
		return text(row.Case).WithOrigin(row.Origin), true
	case row.Kind == Enum && key.Str == "value" && row.Backing != nil:
		return row.Backing.WithOrigin(row.Origin), true
	case scalar(row):
		return Value{}, false
	}
	return unknown("a row that is not known", row.Origin), true
}

func padArray(c *builtinCall, a *ArrayValue) Value {
	n, ok := c.int(1, 0)
	if !ok || n > maxElements || n < -maxElements {
		return c.unknown("not a number that is followed")
	}
	missing := int(max(n, -n)) - len(a.Entries)
	b := c.newBuilder()
	if n < 0 {
		for range missing {
			b.push(c.args[2])
		}
	}
	if missing <= 0 {
		return c.args[0]
	}
	b.merge(a)
	if n > 0 {
		for range missing {
			b.push(c.args[2])
		}
	}
	return b.value()
}

func combineArrays(c *builtinCall) Value {
	names, elements := c.array(0), c.array(1)
	if names == nil || elements == nil || !names.whole() || !elements.whole() {
		return c.unknown("not known arrays")
	}
	if len(names.Entries) != len(elements.Entries) {
		return throwing("array_combine() of arrays of different length", nil)
	}
	b := c.newBuilder()
	for i, e := range names.Entries {
		k, ok := textKey(e.Value)
		if !ok {
			b.loseKeys("array_combine() with a key that is not known")
			continue
		}
		b.put(k, elements.Entries[i].Value)
	}
	return b.value()
}

// textKey is the key of a value that is taken as text unless it is an int.
func textKey(v Value) (Key, bool) {
	if v.Kind == Int {
		return IntKey(v.Int), true
	}
	s, ok := toString(v)
	return StringKey(s), ok
}

func fill(c *builtinCall) Value {
	start, ok1 := c.int(0, 0)
	n, ok2 := c.int(1, 0)
	if !ok1 || !ok2 || n > maxElements || start < 0 {
		return c.unknown("not numbers that are followed")
	}
	if n < 0 {
		return throwing("array_fill() of a negative number", nil)
	}
	b := c.newBuilder()
	for i := range n {
		c.work(0)
		b.put(IntKey(start+i), c.args[2])
	}
	return b.value()
}

func fillKeys(c *builtinCall) Value {
	a := c.array(0)
	if a == nil {
		return c.unknown("not a known array")
	}
	b := c.newBuilder()
	for _, e := range a.Entries {
		k, ok := textKey(e.Value)
		if !ok {
			b.loseKeys("array_fill_keys() with a key that is not known")
			continue
		}
		b.put(k, c.args[1])
	}
	if a.Open != "" {
		b.openBelow(a.Open)
	}
	return b.value()
}

// unique keeps the first of equal elements. PHP compares as texts; what is no scalar is not followed.
func unique(c *builtinCall, a *ArrayValue) Value {
	if c.has(1) {
		return c.unknown("a comparison by flags")
	}
	seen := map[string]bool{}
	b := c.newBuilder()
	for _, e := range a.Entries {
		s, ok := toString(e.Value)
		if !ok {
			return c.unknown("an element that is no text")
		}
		if !seen[s] {
			seen[s] = true
			b.set(e)
		}
	}
	return b.value()
}

func edge(first bool) func(*builtinCall, *ArrayValue) Value {
	return func(_ *builtinCall, a *ArrayValue) Value {
		switch {
		case len(a.Entries) == 0:
			return boolean(false)
		case first:
			return a.Entries[0].Value
		}
		return a.Entries[len(a.Entries)-1].Value
	}
}

func edgeKey(first bool) func(*builtinCall, *ArrayValue) Value {
	return func(_ *builtinCall, a *ArrayValue) Value {
		switch {
		case len(a.Entries) == 0:
			return null()
		case first:
			return a.Entries[0].Key.value()
		}
		return a.Entries[len(a.Entries)-1].Key.value()
	}
}

// rangeOf is range() of whole numbers, or of single letters.
func rangeOf(c *builtinCall) Value {
	step, ok := c.int(2, 1)
	if !ok || step == 0 {
		return c.unknown("a step that is no whole number")
	}
	if step < 0 && c.w.PHP.AtLeast(8, 3, 0) != queue.No {
		return c.unknown("a step below zero")
	}
	step = max(step, -step)
	low, high := c.args[0], c.args[1]
	letters := letter(low) && letter(high)
	var from, to int64
	if letters {
		from, to = int64(low.Str[0]), int64(high.Str[0])
	} else {
		var ok1, ok2 bool
		from, ok1 = c.int(0, 0)
		to, ok2 = c.int(1, 0)
		if !ok1 || !ok2 || low.Kind == Float || high.Kind == Float || !scalarNumber(low) || !scalarNumber(high) {
			return c.unknown("ends that are no whole numbers")
		}
	}
	distance := max(from, to) - min(from, to)
	if distance < 0 || distance/step >= maxElements {
		return c.unknown("a range too long to follow")
	}
	if step > distance && distance > 0 {
		return c.unknown("a step beyond the range")
	}
	b := c.newBuilder()
	for i := int64(0); i <= distance; i += step {
		c.work(0)
		at := from + i
		if to < from {
			at = from - i
		}
		if letters {
			b.push(text(string([]byte{byte(at)})))
		} else {
			b.push(integer(at))
		}
	}
	return b.value()
}

func letter(v Value) bool {
	return v.Kind == String && len(v.Str) == 1 && (v.Str[0]|0x20 >= 'a' && v.Str[0]|0x20 <= 'z')
}

func scalarNumber(v Value) bool {
	return v.Kind == Int || v.Kind == String && StringKey(v.Str).IsInt
}
