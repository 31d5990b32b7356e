package container

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/pattern"
)

// built is an image that the repository builds and pushes.
type built struct{ context, dockerfile, target string }

var (
	// imageName is a word that may name an image with its tag, within a list of tags.
	imageName = pattern.New(`[a-z0-9][a-z0-9._-]*(?:\.[a-z0-9._-]+(?::\d+)?)?(?:/[a-z0-9][a-z0-9._-]*)+`)
	stepOut   = pattern.New(`steps\.([A-Za-z0-9_-]+)\.outputs`)
	// variableOf is a variable of a workflow, a job or a step where a value takes it from.
	variableOf = pattern.New(`\$\{\{\s*env\.([A-Za-z_][A-Za-z0-9_]*)\s*\}\}`)
)

// builtImages are the images that workflows build with docker/build-push-action, by name without tag. One name that two Dockerfiles are built
// for is not known.
func (l *loader) builtImages() map[string]built {
	out := map[string]built{}
	twice := map[string]bool{}
	for _, at := range l.tree.Under(".github/workflows") {
		file, err := l.tree.Read(at)
		if err != nil || !strings.Contains(string(file.Data), "build-push-action") {
			continue
		}
		for _, d := range yaml.Parse(file).Documents {
			for _, job := range d.Get("jobs").Children() {
				for _, step := range job.Value.Get("steps").Elements() {
					one, names := pushed(d, job.Value, step)
					for _, name := range names {
						if before, known := out[name]; known && before != one {
							twice[name] = true
						}
						out[name] = one
					}
				}
			}
		}
	}
	for name := range twice {
		delete(out, name)
	}
	return out
}

// pushed is what a step builds, and the names that it pushes it under: those in its tags, or in the step that makes the tags.
func pushed(workflow, job, step *yaml.Node) (built, []string) {
	if uses := step.Get("uses"); !uses.Is(yaml.Scalar) || !strings.HasPrefix(uses.Text, "docker/build-push-action@") {
		return built{}, nil
	}
	text := func(key string) string {
		if n := step.Get("with", key); n.Is(yaml.Scalar) && !strings.Contains(n.Text, "${{") {
			return strings.TrimPrefix(n.Text, "./")
		}
		return ""
	}
	one := built{context: text("context"), dockerfile: text("file"), target: text("target")}
	if one.context == "." {
		one.context = ""
	}
	if strings.Contains(one.context, "://") {
		return built{}, nil
	}
	if one.dockerfile == "" {
		one.dockerfile = path.Join(one.context, "Dockerfile")
	}
	tags := step.Get("with", "tags")
	if !tags.Is(yaml.Scalar) {
		return built{}, nil
	}
	source := tags.Text
	for _, m := range stepOut.FindAllStringSubmatch(tags.Text, -1) {
		for _, other := range job.Get("steps").Elements() {
			if id := other.Get("id"); id.Is(yaml.Scalar) && id.Text == m[1] {
				for _, n := range []*yaml.Node{other.Get("run"), other.Get("with", "images")} {
					if n.Is(yaml.Scalar) {
						source += "\n" + n.Text
					}
				}
			}
		}
	}
	source = variableOf.ReplaceAllStringFunc(source, func(expression string) string {
		name := variableOf.FindStringSubmatch(expression)[1]
		for _, n := range []*yaml.Node{step, job, workflow} {
			if value := n.Get("env", name); value.Is(yaml.Scalar) {
				return value.Text
			}
		}
		return expression
	})
	names := imageName.FindAllString(source, -1)
	for i, name := range names {
		names[i], _ = reference(name)
	}
	return one, names
}

// pulled is the image of a service or pod that the repository builds and pushes by that name, nil where it is not known to.
func (l *loader) pulled(name string, out *Container) *dockerfile.Image {
	if l.images == nil {
		l.images = l.builtImages()
	}
	repository, _ := reference(name)
	repository, _, _ = strings.Cut(repository, "$")
	one, known := l.images[strings.TrimSuffix(repository, ":")]
	if !known {
		return nil
	}
	file, err := l.tree.Read(one.dockerfile)
	if err != nil {
		return nil
	}
	out.Context = one.context
	return dockerfile.Parse(file).Image(one.target, nil)
}
