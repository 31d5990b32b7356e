package process

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/qlint-dev/qlint/configparse/supervisor"
)

// The conversions of supervisor/datatypes.py. An error's text is Supervisor's own.

// errTooLarge is a number that Python takes and qlint does not follow.
var errTooLarge = errors.New("the number is too large to follow")

// integer is Python's int() of a text: blanks around, a sign and underscores between digits are fine, units are not.
func integer(s string) (int, error) { return parseInt(s, 10, s) }

// parseInt reads an integer as int(s, base) does; shown is the text that Python's message names.
func parseInt(s string, base int, shown string) (int, error) {
	bad := fmt.Errorf("invalid literal for int() with base %d: %s", base, supervisor.Repr(shown))
	digits := strings.TrimFunc(s, func(r rune) bool { return unicode.IsSpace(r) || 0x1c <= r && r <= 0x1f })
	negative := strings.HasPrefix(digits, "-")
	if negative || strings.HasPrefix(digits, "+") {
		digits = digits[1:]
	}
	if base == 8 && (strings.HasPrefix(digits, "0o") || strings.HasPrefix(digits, "0O")) {
		digits = strings.TrimPrefix(digits[2:], "_")
	}
	n, last, tooLarge := 0, byte('_'), false
	for i := range len(digits) {
		c := digits[i]
		switch {
		case c == '_' && last != '_':
		case '0' <= c && c < '0'+byte(base):
			if tooLarge = tooLarge || n > (math.MaxInt-9)/base; !tooLarge {
				n = n*base + int(c-'0')
			}
		case c >= 0x80:
			// Python knows the digits of other scripts.
			return 0, errTooLarge
		default:
			return 0, bad
		}
		last = c
	}
	switch {
	case last == '_':
		return 0, bad
	case tooLarge:
		return 0, errTooLarge
	case negative:
		return -n, nil
	}
	return n, nil
}

// Boolean reads what Supervisor takes as one; false where it takes it as none.
func Boolean(s string) (value, ok bool) {
	value, err := boolean(s)
	return value, err == nil
}

// boolean reads yes, true, on, 1 and their opposites, in any case.
func boolean(s string) (bool, error) {
	switch strings.ToLower(s) {
	case "yes", "true", "on", "1":
		return true, nil
	case "no", "false", "off", "0":
		return false, nil
	}
	return false, fmt.Errorf("not a valid boolean value: %s", supervisor.Repr(s))
}

// autoRestart reads a boolean or `unexpected`.
func autoRestart(s string) (string, error) {
	lower := strings.ToLower(s)
	if lower == "unexpected" {
		return lower, nil
	}
	b, err := boolean(lower)
	if err != nil {
		return "", fmt.Errorf("invalid 'autorestart' value %s", supervisor.Repr(lower))
	}
	return strconv.FormatBool(b), nil
}

// exitCodes reads numbers from 0 to 255 between commas; an empty text is an empty list.
func exitCodes(s string) ([]int, error) {
	out := []int{}
	if s == "" {
		return out, nil
	}
	for part := range strings.SplitSeq(s, ",") {
		n, err := integer(part)
		if err != nil || n < 0 || n > 255 {
			return nil, fmt.Errorf("not a valid list of exit codes: %s", supervisor.Repr(s))
		}
		out = append(out, n)
	}
	return out, nil
}

// byteSize reads a number of bytes with KB, MB or GB behind it.
func byteSize(s string) (int, error) {
	lower := strings.ToLower(s)
	for suffix, unit := range map[string]int{"kb": 1 << 10, "mb": 1 << 20, "gb": 1 << 30} {
		number, found := strings.CutSuffix(lower, suffix)
		if !found {
			continue
		}
		n, err := integer(number)
		if err == nil && (n > math.MaxInt/unit || n < -math.MaxInt/unit) {
			err = errTooLarge
		}
		return n * unit, err
	}
	return integer(lower)
}

// octal reads a file mode.
func octal(s string) (int, error) {
	n, err := parseInt(s, 8, s)
	if err != nil && !errors.Is(err, errTooLarge) {
		return 0, fmt.Errorf("%s can not be converted to an octal type", s)
	}
	return n, err
}

// logLevel reads the name of a log level.
func logLevel(s string) (string, error) {
	switch lower := strings.ToLower(s); lower {
	case "critical", "error", "warn", "info", "debug", "trace", "blather":
		return lower, nil
	}
	return "", fmt.Errorf("bad logging level name %s", supervisor.Repr(s))
}

// bounded is an integer within bounds, as Supervisor's port numbers.
func bounded(s string, low, high int) (int, error) {
	n, err := integer(s)
	switch {
	case err != nil:
		return 0, err
	case n < low:
		return 0, fmt.Errorf("%d is below lower bound (%d)", n, low)
	case n > high:
		return 0, fmt.Errorf("%d is above upper bound (%d)", n, high)
	}
	return n, nil
}

// listOfStrings splits at commas; a trailing comma gives an empty name.
func listOfStrings(s string) []string {
	if s == "" {
		return nil
	}
	parts := strings.Split(s, ",")
	for i, p := range parts {
		parts[i] = strings.TrimSpace(p)
	}
	return parts
}

// processName checks the name of a process or group and returns it without blanks around.
func processName(s string) (string, error) {
	trimmed := strings.TrimSpace(s)
	for _, c := range []string{" ", ":", "/"} {
		if strings.Contains(trimmed, c) {
			//nolint:staticcheck // Supervisor's own text starts with a capital.
			return trimmed, fmt.Errorf("Invalid name: %s because of character: %s", supervisor.Repr(s), supervisor.Repr(c))
		}
	}
	return trimmed, nil
}
