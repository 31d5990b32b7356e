package php

// number reads an integer or a float. An underscore counts only between two digits.
func (l *lexer) number() {
	start, k := l.pos, tInt
	i := start
	if l.text[i] == '0' {
		if end := l.radix(i); end > 0 {
			l.emit(tInt, start, end)
			l.pos = end
			return
		}
	}
	i = l.digits(i)
	if l.at(i) == '.' {
		// A dot always belongs to the number before it: 1...2 is 1. . .2 for PHP.
		k = tFloat
		i = l.digits(i + 1)
	}
	if e := l.at(i); e == 'e' || e == 'E' {
		sign := i + 1
		if c := l.at(sign); c == '+' || c == '-' {
			sign++
		}
		if isDigit(l.at(sign)) {
			k = tFloat
			i = l.digits(sign)
		}
	}
	if k == tInt && badOctal(l.text[start:i]) {
		l.fail(start, i, "invalid octal number")
	}
	l.emit(k, start, i)
	l.pos = i
}

// digits returns the end of the decimal digits at i.
func (l *lexer) digits(i int) int {
	return l.digitsOf(i, charDigit, '9')
}

func (l *lexer) digitsOf(i int, class uint8, highest byte) int {
	start := i
	for i < len(l.text) {
		c := l.text[i]
		if c == '_' && i > start && i+1 < len(l.text) {
			c = l.text[i+1]
			if charClass[c]&class == 0 || c|0x20 > highest|0x20 {
				break
			}
			i++
		}
		if charClass[c]&class == 0 || c|0x20 > highest|0x20 {
			break
		}
		i++
	}
	return i
}

// radix returns the end of a number with a prefix such as 0x, or 0 where there is none.
func (l *lexer) radix(i int) int {
	class := uint8(charDigit)
	var highest byte
	switch l.at(i+1) | 0x20 {
	case 'x':
		class, highest = charHex, 'f'
	case 'o':
		highest = '7'
	case 'b':
		highest = '1'
	default:
		return 0
	}
	if end := l.digitsOf(i+2, class, highest); end > i+2 {
		return end
	}
	return 0
}

// badOctal tells whether an integer starts with a 0 and yet holds an 8 or 9.
func badOctal(s string) bool {
	if s[0] != '0' {
		return false
	}
	for i := range len(s) {
		if s[i] == '8' || s[i] == '9' {
			// 0b and 0x were read before.
			return true
		}
	}
	return false
}
