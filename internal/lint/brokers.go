package lint

import (
	"path"

	"github.com/qlint-dev/qlint/configparse/cloud"
	"github.com/qlint-dev/qlint/configparse/platform"
	"github.com/qlint-dev/qlint/internal/marks"
)

func declaresQueues(_ *scanned, p string, text marks.Text) bool {
	switch base := path.Base(p); {
	case base == "vapor.yml" || base == "vapor.yaml":
		return text.Has("environments:")
	case text.HasAny("AWS::SQS::Queue", "AWS::Lambda::", "AWS::Serverless::", "AWS::ECS::TaskDefinition"):
		return true
	}
	return text.Has("provider:") && len(path.Base(p)) > len("serverless") && path.Base(p)[:len("serverless")] == "serverless"
}

// loadBrokers loads the queues and the tasks of ECS that infrastructure as code declares. They belong to the application whose folder holds the file, or to the
// only one of the repository; where there is none, to what belongs to no application, if functions take their messages.
func (p *parsed) loadBrokers(s *scanned, stray *application) {
	give := func(r *cloud.Result) {
		for _, q := range r.Queues {
			at := q.Span.Path()
			owner := p.owner(at, stray)
			if owner == stray && len(q.Consumers) == 0 || developmentFile(at) != "" {
				continue
			}
			owner.brokers = append(owner.brokers, q)
		}
		for _, t := range r.Tasks {
			keys := platform.ECSKeys
			if t.CloudFormation {
				keys = platform.CloudFormationKeys
			}
			for _, process := range platform.Task(t.Containers, t.Compatibilities, keys) {
				p.addProcess(process, stray)
			}
		}
		for _, problem := range r.Problems {
			owner := p.owner(problem.Span.Path(), stray)
			owner.problems = append(owner.problems, problem)
		}
	}
	if files := s.files(terraformFile); len(files) > 0 {
		give(cloud.Terraform(files))
	}
	for _, file := range s.files(templateFile) {
		give(cloud.Read(file))
	}
}
