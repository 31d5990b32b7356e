package process

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qlint-dev/qlint/configparse/supervisor"
)

// signals are the names that Supervisor takes on Linux, with SIG or without: those of Python's signal module, among them a few
// that are no signals.
var signals = map[string]int{
	"ABRT": 6, "ALRM": 14, "BUS": 7, "CHLD": 17, "CLD": 17, "CONT": 18, "FPE": 8, "HUP": 1, "ILL": 4, "INT": 2, "IO": 29, "IOT": 6,
	"KILL": 9, "PIPE": 13, "POLL": 29, "PROF": 27, "PWR": 30, "QUIT": 3, "RTMAX": 64, "RTMIN": 34, "SEGV": 11, "STKFLT": 16,
	"STOP": 19, "SYS": 31, "TERM": 15, "TRAP": 5, "TSTP": 20, "TTIN": 21, "TTOU": 22, "URG": 23, "USR1": 10, "USR2": 12,
	"VTALRM": 26, "WINCH": 28, "XCPU": 24, "XFSZ": 25,
	"_BLOCK": 0, "_DFL": 0, "_IGN": 1, "_SETMASK": 2, "_UNBLOCK": 1,
}

// signalNames are the usual names by number.
var signalNames = func() map[int]string {
	out := map[int]string{17: "CHLD", 6: "ABRT", 29: "IO"}
	for name, n := range signals {
		if _, taken := out[n]; !taken && name[0] != '_' {
			out[n] = name
		}
	}
	return out
}()

// stopSignal reads a signal's name or number and returns its name without SIG; "0" for the number that sends nothing.
func stopSignal(s string) (string, error) {
	n, err := integer(s)
	if err != nil {
		name := strings.ToUpper(strings.TrimSpace(s))
		number, known := signals[strings.TrimPrefix(name, "SIG")]
		if !known {
			return "", fmt.Errorf("value %s is not a valid signal name", supervisor.Repr(s))
		}
		n = number
	}
	if name, ok := signalNames[n]; ok {
		return name, nil
	}
	if n == 0 {
		return strconv.Itoa(n), nil
	}
	return "", fmt.Errorf("value %s is not a valid signal number", supervisor.Repr(s))
}
