package systemd

import (
	"errors"
	"math"
	"strings"
)

// Infinity is the time span `infinity`, in microseconds.
const Infinity = math.MaxUint64

var (
	errSpan  = errors.New("Invalid argument")              //nolint:staticcheck // systemd's own text
	errRange = errors.New("Numerical result out of range") //nolint:staticcheck // systemd's own text
)

const (
	second = uint64(1000000)
	minute = 60 * second
	hour   = 60 * minute
	day    = 24 * hour
)

// units in the order in which systemd tries them; the case counts, so that M is a month and m a minute.
var units = []struct {
	name string
	usec uint64
}{
	{"seconds", second}, {"second", second}, {"sec", second}, {"s", second}, {"minutes", minute}, {"minute", minute}, {"min", minute},
	{"months", 2629800 * second}, {"month", 2629800 * second}, {"M", 2629800 * second}, {"msec", 1000}, {"ms", 1000}, {"m", minute},
	{"hours", hour}, {"hour", hour}, {"hr", hour}, {"h", hour}, {"days", day}, {"day", day}, {"d", day}, {"weeks", 7 * day},
	{"week", 7 * day}, {"w", 7 * day}, {"years", 31557600 * second}, {"year", 31557600 * second}, {"y", 31557600 * second},
	{"usec", 1}, {"us", 1}, {"μs", 1}, {"µs", 1},
}

// ParseSpan reads a time span in microseconds as systemd does (time-util.c, parse_time with seconds as the unit of a bare number).
// Numbers with units add up; `infinity` is Infinity. An error's text is systemd's own.
func ParseSpan(text string) (uint64, error) {
	rest := skipBlanks(text)
	if after, ok := strings.CutPrefix(rest, "infinity"); ok {
		if skipBlanks(after) != "" {
			return 0, errSpan
		}
		return Infinity, nil
	}
	if rest == "" {
		return 0, errSpan
	}
	var sum uint64
	for rest != "" {
		usec, after, err := oneSpan(rest)
		if err != nil {
			return 0, err
		}
		if usec >= Infinity-sum {
			return 0, errRange
		}
		sum += usec
		rest = skipBlanks(after)
	}
	return sum, nil
}

func skipBlanks(s string) string { return strings.TrimLeft(s, " \t\n\r") }

// oneSpan reads a number with its unit.
func oneSpan(s string) (usec uint64, rest string, err error) {
	if s[0] == '-' {
		return 0, "", errRange
	}
	whole, digits, rest, err := integer(s)
	if err != nil {
		return 0, "", err
	}
	fraction, dotted := "", strings.HasPrefix(rest, ".")
	switch {
	case dotted:
		rest = rest[1:]
		n := 0
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		fraction, rest = rest[:n], rest[n:]
	case !digits:
		return 0, "", errSpan
	}
	multiplier, after := unit(rest)
	if after == rest && after != "" {
		return 0, "", errSpan
	}
	if whole >= Infinity/multiplier {
		return 0, "", errRange
	}
	usec = whole * multiplier
	m := multiplier / 10
	for i := range len(fraction) {
		k := uint64(fraction[i]-'0') * m
		if k >= Infinity-usec {
			return 0, "", errRange
		}
		usec += k
		m /= 10
	}
	if dotted && fraction == "" {
		return 0, "", errSpan
	}
	return usec, after, nil
}

// integer reads what strtoll reads. Without a digit nothing is taken.
func integer(s string) (n uint64, digits bool, rest string, err error) {
	at := 0
	for at < len(s) && (isBlank(s[at]) || s[at] == '\v' || s[at] == '\f') {
		at++
	}
	negative := false
	if at < len(s) && (s[at] == '+' || s[at] == '-') {
		negative = s[at] == '-'
		at++
	}
	first := at
	for ; at < len(s) && isDigit(s[at]); at++ {
		if n > (math.MaxInt64-uint64(s[at]-'0'))/10 {
			return 0, true, "", errRange
		}
		n = n*10 + uint64(s[at]-'0')
	}
	if at == first {
		return 0, false, s, nil
	}
	if negative && n > 0 {
		return 0, true, "", errRange
	}
	return n, true, s[at:], nil
}

// unit reads a unit and returns the rest behind it; without one the blanks before it are skipped all the same.
func unit(s string) (usec uint64, rest string) {
	s = skipBlanks(s)
	for _, u := range units {
		if after, ok := strings.CutPrefix(s, u.name); ok {
			return u.usec, after
		}
	}
	return second, s
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// ParseBool reads a boolean: 1, yes, y, true, t, on and their opposites, in any case.
func ParseBool(text string) (value, ok bool) {
	switch strings.ToLower(text) {
	case "1", "yes", "y", "true", "t", "on":
		return true, true
	case "0", "no", "n", "false", "f", "off":
		return false, true
	}
	return false, false
}
