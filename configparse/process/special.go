package process

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/pattern"
)

// events are those that Supervisor itself sends (supervisor/events.py).
var events = []string{
	"EVENT", "PROCESS_COMMUNICATION", "PROCESS_COMMUNICATION_STDERR", "PROCESS_COMMUNICATION_STDOUT", "PROCESS_GROUP",
	"PROCESS_GROUP_ADDED", "PROCESS_GROUP_REMOVED", "PROCESS_LOG", "PROCESS_LOG_STDERR", "PROCESS_LOG_STDOUT", "PROCESS_STATE",
	"PROCESS_STATE_BACKOFF", "PROCESS_STATE_EXITED", "PROCESS_STATE_FATAL", "PROCESS_STATE_RUNNING", "PROCESS_STATE_STARTING",
	"PROCESS_STATE_STOPPED", "PROCESS_STATE_STOPPING", "PROCESS_STATE_UNKNOWN", "REMOTE_COMMUNICATION",
	"SUPERVISOR_STATE_CHANGE", "SUPERVISOR_STATE_CHANGE_RUNNING", "SUPERVISOR_STATE_CHANGE_STOPPING", "TICK", "TICK_3600",
	"TICK_5", "TICK_60",
}

// listener checks what only an [eventlistener:x] has.
func (l *loader) listener(m *supervisor.Merged) {
	check(l, l.get(m, "buffer_size", nil, scope{}), func(s string) (int, error) {
		n, err := integer(s)
		if err == nil && n < 1 {
			err = fmt.Errorf("[%s] section sets invalid buffer_size (%d)", m.Name, n)
		}
		return n, err
	})
	l.get(m, "result_handler", nil, scope{})
	named := l.get(m, "events", nil, scope{})
	if text, _ := named.known(); text == "" && named.why == "" {
		l.refuseValue(named, named.span(), fmt.Sprintf(`[%s] section requires an "events" line`, m.Name))
	} else if !l.customEvents {
		for _, e := range listOfStrings(text) {
			if e = strings.ToUpper(e); !slices.Contains(events, e) {
				l.refuseValue(named, named.span(), fmt.Sprintf("Unknown event type %s in [%s] events", e, m.Name))
			}
		}
	}
	check(l, l.get(m, "redirect_stderr", nil, scope{}), func(s string) (bool, error) {
		redirect, err := boolean(s)
		if err == nil && redirect {
			err = fmt.Errorf("[%s] section sets redirect_stderr=true but this is not allowed because it will interfere with the "+
				"eventlistener protocol", m.Name)
		}
		return redirect, err
	})
}

var tcpSocket = pattern.New(`^tcp://([^\s:]+):(\d+)\n?$`)

// fcgi checks what only an [fcgi-program:x] has.
func (l *loader) fcgi(m *supervisor.Merged, name string) {
	l.get(m, "user", nil, scope{})
	check(l, l.get(m, "socket_backlog", nil, scope{}), func(s string) (int, error) {
		n, err := integer(s)
		if err == nil && (n < 1 || n > 65535) {
			err = fmt.Errorf("Invalid socket_backlog value %d", n) //nolint:staticcheck // Supervisor's own text
		}
		return n, err
	})
	owner := l.get(m, "socket_owner", nil, scope{})
	mode := l.get(m, "socket_mode", nil, scope{})
	check(l, mode, func(s string) (int, error) { return renamed(s, "socket_mode") })
	socket := l.get(m, "socket", supervisor.Names{"program_name": {Text: name}}, scope{})
	text, _ := socket.known()
	if text == "" && socket.why == "" {
		l.refuseValue(socket, socket.span(), fmt.Sprintf(`[%s] section requires a "socket" line`, m.Name))
		return
	}
	check(l, socket, func(s string) (string, error) {
		if why := socketFault(s, owner.option != nil || mode.option != nil); why != "" {
			return "", fmt.Errorf("%s in [%s] socket", why, m.Name)
		}
		return s, nil
	})
}

// socketFault is Supervisor's message for an address that it does not take, "" for others. Two of the texts are never filled in and
// show as Python's tuples.
func socketFault(s string, unixOnly bool) string {
	if path, ok := strings.CutPrefix(s, "unix://"); ok {
		if !strings.HasPrefix(path, "/") {
			return "('Unix socket path %s is not an absolute path', " + supervisor.Repr(path) + ")"
		}
		return ""
	}
	if unixOnly {
		return "socket_owner and socket_mode params should only be used with a Unix domain socket"
	}
	m := tcpSocket.FindStringSubmatch(s)
	if m == nil {
		return "('Bad socket format %s', " + supervisor.Repr(s) + ")"
	}
	if _, err := bounded(m[2], 1, 0xffff); err != nil && !errors.Is(err, errTooLarge) {
		return err.Error()
	}
	return ""
}
