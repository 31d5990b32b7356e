package phpeval

import (
	"bytes"
	"encoding/json"
	"strconv"
	"unicode/utf8"

	"github.com/qlint-dev/qlint/internal/pattern"
)

const (
	jsonObjectAsArray = 1
	jsonThrow         = 1 << 22
)

var surrogate = pattern.New(`(?i)\\ud[89a-f]`)

// jsonDecode reads JSON. Objects are arrays where the second argument or a flag says so.
func jsonDecode(c *builtinCall) Value {
	s, ok1 := c.text(0)
	asArray, ok2 := c.flag(1)
	depth, ok3 := c.int(2, 512)
	flags, ok4 := c.int(3, 0)
	if !ok1 || !ok2 || !ok3 || !ok4 || flags&^(jsonObjectAsArray|jsonThrow) != 0 || surrogate.MatchString(s) {
		return c.unknown("options or text that are not evaluated")
	}
	if c.has(1) && c.args[1].Kind == Null || !c.has(1) {
		asArray = flags&jsonObjectAsArray != 0
	}
	c.work(len(s))
	failure := null()
	if flags&jsonThrow != 0 {
		failure = throwing("json_decode() of what is no JSON", nil)
	}
	if !utf8.ValidString(s) || !json.Valid([]byte(s)) {
		return failure
	}
	d := decoder{call: c, json: json.NewDecoder(bytes.NewReader([]byte(s))), asArray: asArray}
	d.json.UseNumber()
	v := d.value(0)
	if int64(d.deepest) > depth {
		return failure
	}
	return v
}

type decoder struct {
	call    *builtinCall
	json    *json.Decoder
	asArray bool
	deepest int
}

// value reads the next value of JSON that is known to be valid.
func (d *decoder) value(depth int) Value {
	token, err := d.json.Token()
	if err != nil {
		return d.call.unknown("JSON that could not be read")
	}
	switch t := token.(type) {
	case nil:
		return null()
	case bool:
		return boolean(t)
	case string:
		return text(t)
	case json.Number:
		return jsonNumber(t.String())
	case json.Delim:
		d.deepest = max(d.deepest, depth+1)
		return d.collection(t == '{', depth+1)
	}
	return d.call.unknown("JSON that could not be read")
}

func (d *decoder) collection(object bool, depth int) Value {
	b := d.call.newBuilder()
	for d.json.More() {
		if !object {
			b.push(d.value(depth))
			d.call.tooLarge(b)
			continue
		}
		key, _ := d.json.Token()
		name, _ := key.(string)
		b.put(StringKey(name), d.value(depth))
		d.call.tooLarge(b)
	}
	if _, err := d.json.Token(); err != nil {
		return d.call.unknown("JSON that could not be read")
	}
	if object && !d.asArray {
		return Value{Kind: Object, Class: "stdClass"}
	}
	return b.value()
}

func jsonNumber(s string) Value {
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return integer(n)
	}
	f, _ := strconv.ParseFloat(s, 64)
	return float(f)
}
