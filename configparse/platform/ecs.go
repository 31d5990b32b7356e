package platform

import (
	"strings"
	"time"

	"github.com/qlint-dev/qlint/configparse/document"
	"github.com/qlint-dev/qlint/internal/queue"
)

// IsTaskDefinition says that a tree is a task definition as `aws ecs register-task-definition` takes it or `describe-task-definition` prints
// it.
func IsTaskDefinition(root *document.Node) bool {
	if task := root.Get("taskDefinition"); task.Is(document.Mapping) {
		root = task
	}
	return root.Get("containerDefinitions").Is(document.Sequence)
}

// TaskDefinition reads a task definition of ECS in JSON.
func TaskDefinition(root *document.Node) []*Process {
	if task := root.Get("taskDefinition"); task.Is(document.Mapping) {
		root = task
	}
	return Task(root.Get("containerDefinitions"), root.Get("requiresCompatibilities"), ECSKeys)
}

// TaskKeys are the names that a format gives to a container's settings.
type TaskKeys struct {
	Name, Command, EntryPoint, StopTimeout, Environment, Key, Value string
}

// The names of ECS itself, which Terraform takes over, and those of CloudFormation.
var (
	ECSKeys            = TaskKeys{"name", "command", "entryPoint", "stopTimeout", "environment", "name", "value"}
	CloudFormationKeys = TaskKeys{"Name", "Command", "EntryPoint", "StopTimeout", "Environment", "Name", "Value"}
)

// Task reads the containers of a task. Fargate gives 30 s, at most 120; on EC2 the agent's ECS_CONTAINER_STOP_TIMEOUT decides where stopTimeout
// is not set. The image may set another stop signal.
func Task(containers, compatibilities *document.Node, keys TaskKeys) []*Process {
	fargate := false
	for _, c := range compatibilities.Elements() {
		fargate = strings.EqualFold(c.Text, "FARGATE")
		if !fargate {
			break
		}
	}
	var out []*Process
	for i, c := range containers.Elements() {
		if !c.Is(document.Mapping) || len(out) >= maxProcesses {
			continue
		}
		named := c.Get(keys.Name)
		kind := "container"
		if fargate {
			kind = "Fargate container"
		}
		p := program(queue.ECS, kind, name(named, numbered("container", i)), at(named, c))
		if fargate {
			p.MostWait = 120 * time.Second
		}
		p.Folder = folderOf(c.Span.Path())
		p.StopSignal = queue.NotKnown[string]("the image may set another stop signal than TERM", nil)
		p.StopWait = c.Get(keys.StopTimeout).Seconds("stopTimeout")
		switch {
		case !p.StopWait.IsAbsent():
		case c.Why != "":
			p.StopWait = queue.NotKnown[time.Duration](c.Why, nil)
		case fargate:
			p.StopWait = queue.Is(30*time.Second, managerDefault("Fargate's default of stopTimeout"))
		default:
			p.StopWait = queue.NotKnown[time.Duration]("the agent's ECS_CONTAINER_STOP_TIMEOUT decides where stopTimeout is not set", nil)
		}
		p.Processes = queue.NotKnown[int]("the service decides how many tasks run", nil)
		p.words(c.Get(keys.EntryPoint), c.Get(keys.Command))
		p.list(c.Get(keys.Environment), keys.Key, keys.Value)
		out = append(out, p)
	}
	return out
}
