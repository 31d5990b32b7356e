package container

import (
	"path"
	"slices"
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// raw is a service as its files write it, after `extends` and the files laid over it.
type raw struct {
	c                                                 *compose
	command, entrypoint, image, stop, signal          *yaml.Node
	replicas, scale, profiles, build, context, target *yaml.Node
	dockerfile, init, restart, policy, deploy         *yaml.Node
	memory, limit                                     *yaml.Node
	// below is the service's name in the file that it is laid over, where what starts and stops it is written there; zero elsewhere.
	below source.Span
	// folder is the one that build and env_file are relative to.
	folder               string
	environment, volumes []*yaml.Node
	envFiles             []envFile
	// literal says that nothing is filled in.
	literal bool
	// openWhy says why the service may hold more than was read, "" when it does not.
	openWhy string
}

// envFile is a file that env_file names, relative to a folder.
type envFile struct {
	node   *yaml.Node
	folder string
}

// maxExtends bounds services that extend services.
const maxExtends = 16

// raw reads a service of a file; nil where the file has none of that name.
func (l *loader) raw(c *compose, name string, depth int) *raw {
	var n *yaml.Node
	for _, d := range c.file.Documents {
		if s := d.Get("services", name); s.Is(yaml.Mapping) {
			n = s
		}
	}
	if n == nil {
		return nil
	}
	r := &raw{
		c: c, folder: c.folder, command: n.Get("command"), entrypoint: n.Get("entrypoint"), image: n.Get("image"), stop: n.Get("stop_grace_period"),
		signal: n.Get("stop_signal"), replicas: n.Get("deploy", "replicas"), scale: n.Get("scale"), profiles: n.Get("profiles"), build: n.Get("build"),
		init: n.Get("init"), restart: n.Get("restart"), policy: n.Get("deploy", "restart_policy"), deploy: n.Get("deploy"),
	}
	r.memory, r.limit = n.Get("mem_limit"), n.Get("deploy", "resources", "limits", "memory")
	r.context, r.dockerfile, r.target = r.build.Get("context"), r.build.Get("dockerfile"), r.build.Get("target")
	if r.build.Is(yaml.Scalar) {
		r.context = r.build
	}
	r.environment = some(n.Get("environment"))
	r.volumes = some(n.Get("volumes"))
	if files := n.Get("env_file"); files != nil {
		r.envFiles = []envFile{{files, c.folder}}
	}
	if n.Why != "" {
		r.openWhy = n.Why
	}
	return l.extended(c, n, r, depth)
}

func some(n *yaml.Node) []*yaml.Node {
	if n == nil {
		return nil
	}
	return []*yaml.Node{n}
}

// extended lays a service over the one that it extends.
func (l *loader) extended(c *compose, n *yaml.Node, r *raw, depth int) *raw {
	extends := n.Get("extends")
	if extends == nil {
		return r
	}
	name, from := extends, c
	if extends.Is(yaml.Mapping) {
		name = extends.Get("service")
		if file := extends.Get("file"); file != nil {
			at, _ := within(c.folder, file.Text)
			from = l.composes[at]
		}
	}
	if from == nil || !name.Is(yaml.Scalar) || depth >= maxExtends {
		r.openWhy = "it extends a service that was not found"
		return r
	}
	base := l.raw(from, name.Text, depth+1)
	if base == nil {
		r.openWhy = "it extends a service that was not found"
		return r
	}
	return base.under(r)
}

// fields are the values that a service has once.
func (r *raw) fields() []**yaml.Node {
	return []**yaml.Node{
		&r.command, &r.entrypoint, &r.image, &r.stop, &r.signal, &r.replicas, &r.scale, &r.profiles, &r.build, &r.restart, &r.policy, &r.deploy, &r.dockerfile,
		&r.target, &r.memory, &r.limit, &r.init,
	}
}

// under is the service with another one laid over it: what that one sets wins, variables and volumes add up.
func (r *raw) under(over *raw) *raw {
	out := *r
	from := over.fields()
	for i, to := range out.fields() {
		if *from[i] != nil {
			*to = *from[i]
		}
	}
	if over.context != nil || r.build == nil {
		out.context, out.folder = over.context, over.folder
	}
	out.environment = added(r.environment, over.environment)
	out.volumes = added(r.volumes, over.volumes)
	out.envFiles = slices.Concat(r.envFiles, over.envFiles)
	out.c = over.c
	if over.openWhy != "" {
		out.openWhy = over.openWhy
	}
	return &out
}

// added are lists that add up, but for those under one that takes them back.
func added(under, over []*yaml.Node) []*yaml.Node {
	if slices.ContainsFunc(over, takesBack) {
		under = nil
	}
	return slices.DeleteFunc(slices.Concat(under, over), takesBack)
}

// takesBack says that a value is `!reset`: what lies under it does not count, and neither does what stands there.
func takesBack(n *yaml.Node) bool { return n != nil && n.Tag == "!reset" }

// settled is the service after everything was laid over it: what was taken back is not set.
func (r *raw) settled() *raw {
	out := *r
	for _, f := range out.fields() {
		if takesBack(*f) {
			*f = nil
		}
	}
	out.environment, out.volumes = added(nil, r.environment), added(nil, r.volumes)
	return &out
}

func (r *raw) read(n *yaml.Node) text {
	if r.literal {
		return literal(n)
	}
	return fill(n, r.c.env)
}

// grace is stop_grace_period; 10 s where nothing sets it.
func (r *raw) grace() queue.Value[time.Duration] {
	if r.stop == nil {
		return queue.Is(10*time.Second, managerDefault("Docker's default of stop_grace_period"))
	}
	v := r.read(r.stop).value("stop_grace_period")
	if r.stop.Tag != "!!str" {
		return queue.NotKnown[time.Duration]("docker compose refuses a stop_grace_period without a unit", v.Origin())
	}
	return queue.Map(v, duration, "docker compose refuses it as a duration")
}

func replicas(r *raw) queue.Value[int] {
	for _, n := range []*yaml.Node{r.scale, r.replicas} {
		if n.Is(yaml.Scalar) {
			return whole(r.read(n).value("replicas"))
		}
	}
	return queue.Is(1, managerDefault("one container of a service"))
}

// development says why a service serves development only, "" when it does not.
func (r *raw) development(c *compose, s *Container) string {
	if env := variable(s.Environment, "APP_ENV"); env != nil {
		if text, ok := env.Value.Get(); ok && isDevelopment(text) {
			return "APP_ENV is " + text
		}
	}
	if variable(s.Environment, "LARAVEL_SAIL") != nil {
		return "it is Laravel Sail's"
	}
	if r.context != nil && strings.Contains(r.context.Text, "laravel/sail") || r.image != nil && strings.HasPrefix(r.image.Text, "sail-") {
		return "it is Laravel Sail's"
	}
	names := r.profiles.Texts()
	if len(names) > 0 && !slices.ContainsFunc(names, func(p string) bool { return !isDevelopment(p) }) {
		return "its profile is " + names[0]
	}
	for part := range strings.SplitSeq(path.Base(c.folder), "-") {
		if part == "devcontainer" || part == ".devcontainer" {
			return "it serves a development container"
		}
	}
	return ""
}
