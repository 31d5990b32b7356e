package supervisor

import (
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/source"
)

// The keys that Supervisor 4 reads, by the kind of section (options.py); others are ignored without a word.
var (
	programKeys = []string{
		"autorestart", "autostart", "command", "directory", "environment", "exitcodes", "killasgroup", "numprocs",
		"numprocs_start", "priority", "process_name", "redirect_stderr", "serverurl", "startretries", "startsecs",
		"stderr_capture_maxbytes", "stderr_events_enabled", "stderr_logfile", "stderr_logfile_backups",
		"stderr_logfile_maxbytes", "stderr_syslog", "stdout_capture_maxbytes", "stdout_events_enabled", "stdout_logfile",
		"stdout_logfile_backups", "stdout_logfile_maxbytes", "stdout_syslog", "stopasgroup", "stopsignal", "stopwaitsecs",
		"umask", "user",
	}
	fcgiKeys     = append([]string{"socket", "socket_backlog", "socket_mode", "socket_owner"}, programKeys...)
	listenerKeys = append([]string{"buffer_size", "events", "result_handler"}, programKeys...)
	groupKeys    = []string{"priority", "programs"}
	daemonKeys   = []string{
		"childlogdir", "directory", "environment", "identifier", "logfile", "logfile_backups", "logfile_maxbytes", "loglevel",
		"minfds", "minprocs", "nocleanup", "nodaemon", "pidfile", "silent", "strip_ansi", "umask", "user",
	}
	unixKeys    = []string{"chmod", "chown", "file", "password", "username"}
	inetKeys    = []string{"password", "port", "username"}
	controlKeys = []string{"history_file", "password", "prompt", "serverurl", "username"}
	includeKeys = []string{"files"}
)

// Keys lists the keys that Supervisor reads in a section of that name; nil where any key may have a meaning (plugins) or the
// section has none.
func Keys(section string) []string {
	kind, _, named := strings.Cut(section, ":")
	switch {
	case kind == "program" && named:
		return programKeys
	case kind == "fcgi-program" && named:
		return fcgiKeys
	case kind == "eventlistener" && named:
		return listenerKeys
	case kind == "group" && named:
		return groupKeys
	case strings.HasPrefix(section, "unix_http_server"):
		return unixKeys
	case strings.HasPrefix(section, "inet_http_server"):
		return inetKeys
	case section == "supervisord":
		return daemonKeys
	case section == "supervisorctl":
		return controlKeys
	case section == "include":
		return includeKeys
	default:
		return nil
	}
}

var (
	keyLike    = pattern.New(`^([A-Za-z_]+)\s*[=:]`)
	headerLike = pattern.New(`^\[((?:program|group|fcgi-program|eventlistener|rpcinterface|ctlplugin):.+` +
		`|include|supervisord|supervisorctl|unix_http_server|inet_http_server)\]`)
)

// swallowed says whether a line that continues a value looks like a key of the section or like a header. Keys within environment=
// are variables.
func swallowed(section, key string, p piece, file *source.File) (Swallowed, bool) {
	if m := headerLike.FindStringSubmatch(p.text); m != nil {
		return Swallowed{Section: m[1], Span: file.Span(p.from, p.from+len(m[0]))}, true
	}
	m := keyLike.FindStringSubmatch(p.text)
	if m == nil || key == "environment" {
		return Swallowed{}, false
	}
	name := lower(m[1])
	if !slices.Contains(Keys(section), name) {
		return Swallowed{}, false
	}
	return Swallowed{Key: name, Span: file.Span(p.from, p.from+len(m[1]))}, true
}
