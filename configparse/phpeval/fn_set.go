package phpeval

// setFunctions merge, replace, intersect and subtract arrays. They take arrays of which only a part is known.
func setFunctions() map[string]builtin {
	return map[string]builtin{
		"array_merge":             {min: 0, max: -1, partial: true, eval: merge},
		"array_merge_recursive":   {min: 0, max: -1, eval: mergeRecursive},
		"array_replace":           {min: 1, max: -1, partial: true, eval: replace},
		"array_replace_recursive": {min: 1, max: -1, eval: replaceRecursive},
		"array_diff": subset(func(c *builtinCall, e Entry, other *ArrayValue) verdict {
			return c.holdsText(e.Value, other).not()
		}),
		"array_diff_key": subset(func(_ *builtinCall, e Entry, other *ArrayValue) verdict {
			return holdsKey(e.Key, other).not()
		}),
		"array_diff_assoc": subset(func(c *builtinCall, e Entry, other *ArrayValue) verdict {
			return c.holdsPair(e, other).not()
		}),
		"array_intersect": subset(func(c *builtinCall, e Entry, other *ArrayValue) verdict {
			return c.holdsText(e.Value, other)
		}),
		"array_intersect_key": subset(func(_ *builtinCall, e Entry, other *ArrayValue) verdict {
			return holdsKey(e.Key, other)
		}),
		"array_intersect_assoc": subset(func(c *builtinCall, e Entry, other *ArrayValue) verdict {
			return c.holdsPair(e, other)
		}),
	}
}

func merge(c *builtinCall) Value {
	b := c.newBuilder()
	for i, v := range c.args {
		switch {
		case v.throws:
			return v
		case v.Kind == Array:
			b.merge(c.array(i))
			c.tooLarge(b)
		case v.Kind == Unknown:
			b.openAfter("an array that is merged is not known: " + v.Why)
		case v.Kind == OneOf:
			b.openAfter("nothing decides which array is merged")
		default:
			return throwing("array_merge() of "+describe(v), nil)
		}
	}
	return b.value()
}

func replace(c *builtinCall) Value {
	b := c.newBuilder()
	for i, v := range c.args {
		switch {
		case v.throws:
			return v
		case v.Kind == Array:
			a := c.array(i)
			if a.Open != "" {
				for k := range b.a.Entries {
					if e := &b.a.Entries[k]; a.find(e.Key) < 0 {
						e.Value = unknown(a.Open, e.Value.Origin)
					}
				}
				b.openBelow(a.Open)
			}
			for _, e := range a.Entries {
				b.set(e)
			}
		case v.Kind == Unknown || v.Kind == OneOf:
			b.loseKeys("an array that replaces elements is not known")
		default:
			return throwing("array_replace() of "+describe(v), nil)
		}
	}
	return b.value()
}

// wholeArrays are the arguments where all are arrays that are known whole.
func (c *builtinCall) wholeArrays() ([]*ArrayValue, bool) {
	out := make([]*ArrayValue, len(c.args))
	for i := range c.args {
		if out[i] = c.array(i); out[i] == nil || !out[i].whole() {
			return nil, false
		}
	}
	return out, true
}

func mergeRecursive(c *builtinCall) Value {
	arrays, ok := c.wholeArrays()
	if !ok {
		return c.unknown("not known arrays")
	}
	b := c.newBuilder()
	for _, a := range arrays {
		if !c.mergeInto(b, a) {
			return c.unknown("elements that are not known")
		}
	}
	return b.value()
}

// mergeInto appends elements; those of one string key are merged, or become a list.
func (c *builtinCall) mergeInto(b *builder, a *ArrayValue) bool {
	for _, e := range a.Entries {
		c.tooLarge(b)
		have, found := b.a.Get(e.Key)
		switch {
		case e.Key.IsInt:
			b.push(e.Value)
			continue
		case !found:
			b.set(e)
			continue
		}
		if have.Value.Array != nil {
			c.work(32 * len(have.Value.Array.Entries))
		}
		inner := c.newBuilder()
		for _, v := range [...]Value{have.Value, e.Value} {
			switch {
			case v.Kind == Array && v.Array.whole():
				if !c.mergeInto(inner, v.Array) {
					return false
				}
			case v.Kind == Null && v.Kind != have.Value.Kind, scalar(v) && v.Kind != Null:
				inner.push(v)
			case v.Kind == Null:
				// An existing null counts as no element; a null that is added is one.
				if have.Value.Kind == Null {
					return false
				}
				inner.push(v)
			default:
				return false
			}
		}
		b.put(e.Key, inner.value())
	}
	return true
}

func replaceRecursive(c *builtinCall) Value {
	arrays, ok := c.wholeArrays()
	if !ok {
		return c.unknown("not known arrays")
	}
	b := c.copyOf(arrays[0])
	for _, a := range arrays[1:] {
		c.replaceInto(b, a)
	}
	return b.value()
}

func (c *builtinCall) replaceInto(b *builder, a *ArrayValue) {
	for _, e := range a.Entries {
		c.tooLarge(b)
		have, found := b.a.Get(e.Key)
		switch {
		case found && have.Value.Kind == Array && e.Value.Kind == Array:
			inner := c.copyOf(have.Value.Array)
			c.replaceInto(inner, e.Value.Array)
			if e.Value.Array.Open != "" {
				inner.loseKeys(e.Value.Array.Open)
			}
			b.put(e.Key, inner.value().WithOrigin(e.Value.Origin))
		case found && have.Value.Kind != Array && have.Value.Kind != Unknown && have.Value.Kind != OneOf,
			!found, scalar(e.Value):
			b.set(e)
		default:
			b.put(e.Key, unknown("an element that is replaced is not known", e.Value.Origin))
		}
	}
}

// subset keeps the elements of the first array that pass a test against every other. Where the test is undecided the key may be
// absent: the result is open.
func subset(test func(*builtinCall, Entry, *ArrayValue) verdict) builtin {
	return onArray(1, -1, false, func(c *builtinCall, a *ArrayValue) Value {
		b := c.newBuilder()
		if a.Open != "" {
			b.openBelow(a.Open)
		}
		for _, e := range a.Entries {
			keep := yes
			for i := 1; i < len(c.args); i++ {
				other := c.array(i)
				if other == nil {
					return throwing(c.name+"() of "+describe(c.args[i]), nil)
				}
				switch test(c, e, other) {
				case no:
					keep = no
				case undecided:
					if keep == yes {
						keep = undecided
					}
				}
			}
			switch keep {
			case yes:
				b.set(e)
			case undecided:
				b.openBelow("nothing decides which elements " + c.name + "() keeps")
			}
		}
		return b.value()
	})
}

func holdsKey(key Key, a *ArrayValue) verdict {
	if a.find(key) >= 0 {
		return yes
	}
	if !a.whole() {
		return undecided
	}
	return no
}

// holdsText says whether an array has an element of the same text.
func (c *builtinCall) holdsText(v Value, a *ArrayValue) verdict {
	result := no
	if !a.whole() {
		result = undecided
	}
	s, ok := toString(v)
	for _, e := range a.Entries {
		c.work(0)
		t, known := toString(e.Value)
		switch {
		case !ok || !known:
			result = undecided
		case s == t:
			return yes
		}
	}
	return result
}

func (c *builtinCall) holdsPair(e Entry, a *ArrayValue) verdict {
	other, found := a.Get(e.Key)
	s, ok1 := toString(e.Value)
	t, ok2 := toString(other.Value)
	switch {
	case !found && a.whole():
		return no
	case !found || !ok1 || !ok2:
		return undecided
	}
	return decide(s == t)
}
