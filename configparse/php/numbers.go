package php

import (
	"math"
	"strconv"
	"strings"
)

// number takes the current token, an integer or a float.
func (p *parser) number() Expr {
	t := p.tok
	p.next()
	loc := Loc{Pos: t.start, End: t.end}
	text := p.str(t)
	if strings.IndexByte(text, '_') >= 0 {
		text = strings.ReplaceAll(text, "_", "")
	}
	if t.kind == tFloat {
		return &Float{loc, parseFloat(text)}
	}
	digits, base := text, 10
	if len(text) > 1 && text[0] == '0' {
		switch text[1] | 0x20 {
		case 'x':
			digits, base = text[2:], 16
		case 'b':
			digits, base = text[2:], 2
		case 'o':
			digits, base = text[2:], 8
		default:
			digits, base = text[1:], 8
		}
	}
	v, ok := parseInt(digits, base)
	switch {
	case ok:
		n := p.ints.alloc(p.chunk)
		*n = Int{loc, v}
		return n
	case base == 10:
		return &Float{loc, parseFloat(text)}
	}
	return &Float{loc, largeFloat(digits, base)}
}

// parseInt reads digits, all of which belong to the base or are errors already told; false where they exceed an int.
func parseInt(digits string, base int) (int64, bool) {
	var v uint64
	for i := range len(digits) {
		d := uint64(hexValue(digits[i]))
		if v > (math.MaxInt64-d)/uint64(base) {
			return 0, false
		}
		v = v*uint64(base) + d
	}
	return int64(v), true
}

// parseFloat reads a decimal number, which may be too large or small: PHP has infinity and zero then.
func parseFloat(text string) float64 {
	v, _ := strconv.ParseFloat(text, 64)
	return v
}

// largeFloat adds up digit by digit, as PHP does, which rounds at every step.
func largeFloat(digits string, base int) float64 {
	var v float64
	for i := range len(digits) {
		v = v*float64(base) + float64(hexValue(digits[i]))
	}
	return v
}
