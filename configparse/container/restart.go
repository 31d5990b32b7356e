package container

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/queue"
)

// restart says what docker makes of a service that ended with status 0, where all readings of it agree.
func restart(readings []*raw) queue.Restart {
	out := queue.Restart{Wanted: "restart: unless-stopped"}
	for i, r := range readings {
		v, setting := r.restarts()
		if i == 0 {
			out.AfterSuccess, out.Setting = v, setting
			continue
		}
		first, ok := out.AfterSuccess.Get()
		if other, known := v.Get(); !ok || !known || other != first {
			out.AfterSuccess = queue.NotKnown[bool]("another file may set the restart policy", nil)
		}
	}
	if r := readings[0]; r.openWhy != "" {
		out.AfterSuccess = queue.NotKnown[bool](r.openWhy, nil)
	}
	return out
}

// restarts reads `restart:`, or deploy.restart_policy, which counts without it. Swarm, which `deploy:` is written for, restarts by itself.
func (r *raw) restarts() (queue.Value[bool], string) {
	if condition := r.policy.Get("condition"); r.policy.Is(yaml.Mapping) && r.restart == nil {
		if condition == nil {
			return queue.Is(true, managerDefault("Docker's default of restart_policy.condition")), "condition: any"
		}
		v := r.read(condition).value("condition")
		text, _ := v.Get()
		return queue.Map(v, func(s string) (bool, bool) { return s == "any", s == "any" || s == "none" || s == "on-failure" }, "it is no restart condition"), "condition: " + text
	}
	if r.restart == nil {
		if r.deploy != nil {
			return queue.NotKnown[bool]("Swarm restarts what compose does not", nil), ""
		}
		if r.mountsSource() {
			return queue.NotKnown[bool]("the project's own folder is mounted: the service serves development", nil), ""
		}
		return queue.Is(false, managerDefault("Docker's default of restart")), "restart: no"
	}
	v := r.read(r.restart).value("restart")
	text, _ := v.Get()
	again := queue.Map(v, func(s string) (bool, bool) {
		policy, _, _ := strings.Cut(s, ":")
		switch policy {
		case "always", "unless-stopped":
			return true, true
		case "no", "on-failure":
			return false, r.deploy == nil
		}
		return false, false
	}, "it is no restart policy, or Swarm has another one")
	return again, "restart: " + text
}

// mountsSource says that the project's own folder is mounted into the container, as developers do.
func (r *raw) mountsSource() bool {
	for _, n := range r.volumes {
		for _, item := range n.Elements() {
			from, _, _ := strings.Cut(item.Text, ":")
			if item.Is(yaml.Mapping) && item.Get("source") != nil {
				from = item.Get("source").Text
			}
			if from == "." || from == "./" || from == "$PWD" || from == "${PWD}" {
				return true
			}
		}
	}
	return false
}

// podRestart is the pod's restartPolicy. What a Deployment or its kin runs is always started again; a Job is meant to end.
func podRestart(w *workload) queue.Restart {
	out := queue.Restart{Setting: "restartPolicy: Always", Wanted: "restartPolicy: Always"}
	switch n := w.pod.Get("restartPolicy"); {
	case w.kind != "Pod":
		out.AfterSuccess = queue.NotKnown[bool]("the kind of workload decides", nil)
	case n == nil:
		out.AfterSuccess = queue.Is(true, managerDefault("Kubernetes' default of restartPolicy"))
	default:
		v := plain(n).value("restartPolicy")
		text, _ := v.Get()
		out.Setting = "restartPolicy: " + text
		out.AfterSuccess = queue.Map(v, func(s string) (bool, bool) { return s == "Always", s == "Always" || s == "Never" || s == "OnFailure" }, "it is no restart policy")
	}
	return out
}
