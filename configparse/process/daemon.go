package process

import (
	"errors"
	"fmt"
	"strings"

	"github.com/qlint-dev/qlint/configparse/supervisor"
	"github.com/qlint-dev/qlint/internal/queue"
)

// daemon checks [supervisord] and takes its environment, in the order in which Supervisor does. Users and folders of the machine
// are not checked.
func (l *loader) daemon() {
	m := l.out.Syntax.Section("supervisord")
	if m == nil {
		return
	}
	l.out.Daemon = l.written(m)
	get := func(key string) setting { return l.get(m, key, nil, scope{}) }
	check(l, get("minfds"), integer)
	check(l, get("minprocs"), integer)
	get("directory")
	get("user")
	check(l, get("umask"), octal)
	get("logfile")
	check(l, get("logfile_maxbytes"), byteSize)
	check(l, get("logfile_backups"), integer)
	check(l, get("loglevel"), logLevel)
	get("pidfile")
	get("identifier")
	check(l, get("nodaemon"), boolean)
	check(l, get("silent"), boolean)
	get("childlogdir")
	check(l, get("nocleanup"), boolean)
	check(l, get("strip_ansi"), boolean)

	// The text is expanded twice: `%%` does not survive.
	environment := get("environment")
	if environment.option != nil {
		environment = l.expand(environment, "environment", supervisor.Names{"host_node_name": l.host})
	}
	l.global = l.environment(environment)
	for _, v := range l.global {
		l.env["ENV_"+v.Name] = nameOf(v)
	}
	if l.global == nil && environment.why != "" && l.envWhy == "" {
		l.envWhy = "[supervisord] environment= is not known"
	}
}

// nameOf is the ENV_ name that a variable gives.
func nameOf(v queue.Variable) supervisor.Name {
	text, known := v.Value.Get()
	if !known {
		return supervisor.Name{Why: v.Value.Why()}
	}
	return supervisor.Name{Text: text}
}

// plugins checks the sections of plugins. What they are is not looked at.
func (l *loader) plugins() {
	const factory = "supervisor.rpcinterface_factory"
	for _, m := range l.out.Syntax.Sections {
		if !strings.HasPrefix(m.Name, "rpcinterface:") {
			continue
		}
		spec := l.get(m, factory, nil, scope{})
		if spec.option == nil && spec.why == "" {
			l.refuse(queue.Refusal{
				Span: spec.span(), Message: fmt.Sprintf("section [%s] does not specify a %s", m.Name, factory), Section: m.Name, Option: factory,
			})
		}
		if text, ok := spec.known(); !ok || text != "supervisor.rpcinterface:make_main_rpcinterface" {
			l.customEvents = true
		}
	}
}

// servers checks the sections of the servers for supervisorctl.
func (l *loader) servers() {
	for _, m := range l.out.Syntax.Sections {
		if strings.HasPrefix(m.Name, "inet_http_server") {
			l.login(m)
			port := l.get(m, "port", nil, scope{})
			l.require(port, fmt.Sprintf("section [%s] has no port value", m.Name))
			check(l, port, inetAddress)
		}
	}
	for _, m := range l.out.Syntax.Sections {
		if strings.HasPrefix(m.Name, "unix_http_server") {
			l.require(l.get(m, "file", nil, scope{}), fmt.Sprintf("section [%s] has no file value", m.Name))
			l.login(m)
			l.get(m, "chown", nil, scope{})
			check(l, l.get(m, "chmod", nil, scope{}), func(s string) (int, error) { return renamed(s, "chmod") })
		}
	}
}

// require refuses a section without an option.
func (l *loader) require(s setting, message string) {
	if s.option == nil && s.why == "" {
		l.refuseValue(s, s.span(), message)
	}
}

// login asks for a password where there is a user name, and the other way round.
func (l *loader) login(m *supervisor.Merged) {
	user, password := l.get(m, "username", nil, scope{}), l.get(m, "password", nil, scope{})
	given, missing := user, password
	if user.option == nil {
		given, missing = password, user
	}
	if given.option != nil && missing.option == nil && missing.why == "" {
		l.refuseValue(missing, given.span(), fmt.Sprintf("Section [%s] contains incomplete authentication: If a username or a password is "+
			"specified, both the username and password must be specified", m.Name))
	}
}

// renamed reads an octal mode whose error names the option.
func renamed(s, option string) (int, error) {
	n, err := octal(s)
	if err != nil && !errors.Is(err, errTooLarge) {
		return 0, fmt.Errorf("Invalid %s value %s", option, s) //nolint:staticcheck // Supervisor's own text
	}
	return n, err
}

// inetAddress reads [host:]port and returns the port.
func inetAddress(s string) (int, error) {
	i := strings.LastIndexByte(s, ':')
	if i < 0 {
		port, err := bounded(s, 1, 0xffff)
		if err != nil {
			return 0, fmt.Errorf("not a valid port number: %s ", supervisor.Repr(s))
		}
		return port, nil
	}
	if s[i+1:] == "" {
		// Supervisor shows what is left of the text: nothing.
		return 0, errors.New("no port number specified in ''")
	}
	return bounded(s[i+1:], 1, 0xffff)
}
