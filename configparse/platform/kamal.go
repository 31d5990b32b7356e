package platform

import (
	"bytes"
	"path"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// isKamalFile says that a path is that of Kamal's configuration. Those of destinations (config/deploy.staging.yml) are merged into it and
// say nothing alone.
func isKamalFile(p string) bool {
	return path.Base(path.Dir(p)) == "config" && (path.Base(p) == "deploy.yml" || path.Base(p) == "deploy.yaml")
}

// IsKamal says that a tree is Kamal's configuration.
func IsKamal(root *document.Node) bool {
	return root.Get("service").Is(document.Scalar) && root.Get("image").Is(document.Scalar) && root.Get("servers").Is(document.Mapping)
}

// Kamal reads the roles of config/deploy.yml that have a command of their own. Kamal runs `docker stop -t` with stop_timeout, or for a role
// without a proxy with drain_timeout, 30 s where that is not set (Kamal: lib/kamal/configuration/role.rb, since 2.0); before 2.0 the setting
// was stop_wait_time. Behind a proxy the role has Docker's 10 s.
func Kamal(root *document.Node) []*Process {
	if hasBlocks(root.Span.File) {
		return nil
	}
	primary := name(root.Get("primary_role"), "web")
	var out []*Process
	for _, role := range root.Get("servers").Children() {
		command := role.Value.Get("cmd")
		if len(out) >= maxProcesses || !command.Is(document.Scalar) {
			continue
		}
		p := program(queue.Kamal, "role", role.Key, role.Span)
		p.Folder = folderOf(path.Dir(root.Span.Path()))
		p.line(evaluated(command), false)
		p.Processes = hosts(role.Value.Get("hosts"))
		p.Restart.AfterSuccess = queue.Is(true, managerDefault("Kamal starts containers with --restart unless-stopped"))
		proxied := role.Value.Get("proxy").IsSet() && role.Value.Get("proxy").Text != "false" || role.Key == primary && role.Value.Get("proxy") == nil
		p.grace(kamalGrace(root, role.Value, proxied), 30*time.Second)
		p.variables(root.Get("env"))
		p.variables(role.Value.Get("env"))
		out = append(out, p)
	}
	return out
}

// kamalGrace is the first that is set of what gives `docker stop -t`.
func kamalGrace(root, role *document.Node, proxied bool) queue.Value[time.Duration] {
	seconds := func(n *document.Node, key string) queue.Value[time.Duration] {
		return evaluated(n.Get(key)).Seconds(key)
	}
	v := seconds(role, "stop_timeout").Or(seconds(root, "stop_timeout")).Or(seconds(root, "stop_wait_time"))
	if proxied {
		return v.Or(queue.Is(10*time.Second, managerDefault("Docker's 10 s: Kamal sets no other for a role behind its proxy")))
	}
	return v.Or(seconds(root, "drain_timeout"))
}

// hasBlocks says that ERB decides which lines a file has.
func hasBlocks(file *source.File) bool {
	return file == nil || bytes.Count(file.Data, []byte("<%")) != bytes.Count(file.Data, []byte("<%="))
}

// evaluated is a value that ERB may make another.
func evaluated(n *document.Node) *document.Node {
	if n.Is(document.Scalar) && strings.Contains(n.Text, "<%") {
		return n.Unknown("ERB decides it")
	}
	return n
}

// hosts counts a role's servers.
func hosts(n *document.Node) queue.Value[int] {
	if n.Is(document.Sequence) {
		return queue.Is(len(n.Items), &queue.Origin{Via: queue.ViaConfig, Span: n.Span, Text: "hosts"})
	}
	return queue.NotKnown[int]("it is not known on how many hosts the role runs", nil)
}

// variables are those of Kamal's env: in the clear under `clear`, by name under `secret`, or without either.
func (p *Process) variables(env *document.Node) {
	clear, secret := env.Get("clear"), env.Get("secret")
	if clear == nil && secret == nil {
		clear = env
	}
	for _, e := range clear.Children() {
		p.set(e.Key, e.Span, evaluated(e.Value))
	}
	for _, key := range secret.Elements() {
		if key.Is(document.Scalar) {
			p.set(key.Text, key.Span, &document.Node{Span: key.Span, Why: "Kamal takes " + key.Text + " from its secrets"})
		}
	}
}
