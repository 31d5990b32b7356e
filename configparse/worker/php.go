package worker

import (
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
)

// How PHP reads the text of a number.

var (
	numeric = pattern.New(`^[ \t\n\r\v\f]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)[ \t\n\r\v\f]*$`)
	leading = pattern.New(`^[ \t\n\r\v\f]*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)`)
)

// phpNumber is the value of a numeric text, PHP's is_numeric().
func phpNumber(text string) (float64, bool) { return number(numeric.FindStringSubmatch(text)) }

func number(m []string) (float64, bool) {
	if m == nil {
		return 0, false
	}
	x, err := strconv.ParseFloat(m[1], 64)
	return x, err == nil
}

// phpInt is PHP's (int) of a text: what stands before the first character of no number, 0 without any. ok is false for numbers
// that PHP cannot hold.
func phpInt(text string) (n int, ok bool) {
	x, found := number(leading.FindStringSubmatch(text))
	if !found {
		return 0, leading.FindString(text) == ""
	}
	return int(x), -maxSeconds <= x && x <= maxSeconds
}

// phpMax is PHP 8's max() of two texts: as numbers if both are, else as texts.
func phpMax(a, b string) string {
	x, numericA := phpNumber(a)
	y, numericB := phpNumber(b)
	if numericA && numericB {
		if y > x {
			return b
		}
		return a
	}
	if strings.Compare(b, a) > 0 {
		return b
	}
	return a
}
