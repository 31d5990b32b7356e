// Package container reads what starts and stops containers: compose files and Kubernetes manifests, with the Dockerfiles that build
// their images. Out come programs of the model: what runs as a container's first process, in which environment, and how long it is given
// between the stop signal and SIGKILL.
package container

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/configparse/yaml"
	"github.com/qlint-dev/qlint/internal/parallel"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Options say how to judge paths.
type Options struct {
	// Development says why a path serves development only, "" when it does not.
	Development func(path string) string
}

// Repository is every container that a repository declares.
type Repository struct {
	Containers []*Container
	// Read are the paths of files that were read whole: what they do not set they do not set.
	Read []string
	// Problems are files that could not be parsed.
	Problems []queue.Problem
}

// Container is one service of a compose file, or one container of a pod.
type Container struct {
	*queue.Program
	// Words are the first process's, entrypoint and command; none where Why says why they are not known. An entrypoint that replaces itself
	// by its arguments is left out.
	Words []Word
	Why   string
	// Script is the entrypoint's text where it lies in the repository and starts the process itself.
	Script *source.File
	// Context is the folder that the image is built from, or that the file stands in.
	Context string
	// Application says that the container runs the application or a part of it, so that its variables are the application's.
	Application bool
	// Shell is the shell that /bin/sh is in the container: dash, bash, ash (busybox); "" where that is not known.
	Shell string

	// Unseen names what may set more variables of the container and is not in the repository, "" for nothing.
	Unseen string

	// Server is the database or Redis server that the container runs; nil for anything else.
	Server *queue.Server

	// init says that the container's first process is s6-overlay's /init, or the base image's own.
	init   bool
	loader *loader
	image  *dockerfile.Image // nil where the repository does not build it
	files  []placed
	// byPath finds files by their path in the container, the last of a path; made when it is first asked.
	byPath map[string]string
	// mounts are texts of ConfigMaps by their path in the container.
	mounts map[string]*yaml.Node
}

// Word is one word of a command line.
type Word struct {
	Text string
	// Why says why the text is not known as a whole, "" when it is.
	Why string
	// At gives the places of the word's bytes.
	At func(start, end int) source.Span
}

// Load reads the files among those given that declare containers. Files that they refer to come from the tree.
func Load(tree *source.Tree, files []*source.File, o Options) *Repository {
	l := &loader{tree: tree, options: o, out: &Repository{}, composes: map[string]*compose{}}
	var workloads []*workload
	l.configs = map[string]*yaml.Node{}
	files = slices.DeleteFunc(slices.Clone(files), func(f *source.File) bool {
		return inFolder(f.Path, templateFolders...) && !bytes.Contains(f.Data, []byte("apiVersion")) || describesAPI(f.Data)
	})
	for _, parsed := range parallel.Map(files, yaml.Parse) {
		file := parsed.Source
		switch {
		case isCompose(parsed):
			l.fault(parsed)
			l.composes[file.Path] = &compose{file: parsed, folder: folderOf(file.Path), env: l.envBeside(file.Path)}
		case isKubernetes(parsed):
			l.fault(parsed)
			l.configMap(parsed)
			workloads = append(workloads, l.workloads(parsed)...)
			l.configMaps(parsed)
		}
	}
	l.includes()
	l.services()
	if len(workloads) > 0 {
		l.kustomize()
	}
	l.pods(workloads)
	return l.out
}

type loader struct {
	tree     *source.Tree
	options  Options
	out      *Repository
	composes map[string]*compose
	// configs are the data of Kubernetes' ConfigMaps, by their name.
	configs map[string]*yaml.Node
	patches []patch
	// variableMaps are the ConfigMaps as environments, those of kustomizations included.
	variableMaps map[string]*variableMap
	images       map[string]built
	// scripts are the paths of what may be scripts, by their last part; nil until one is asked for.
	scripts map[string][]string
}

// fault notes what of a file could not be parsed; one without a fault counts as read.
func (l *loader) fault(file *yaml.File) {
	if len(file.Errors) == 0 && file.Cut == "" && !file.Template && !file.Placeholders {
		l.out.Read = append(l.out.Read, file.Source.Path)
		return
	}
	if len(file.Errors) == 0 || file.Placeholders {
		return // a template's odd lines are no fault of it
	}
	l.out.Problems = append(l.out.Problems, queue.Problem{
		Span: file.Errors[0].Span, Reason: "YAML cannot parse it: " + file.Errors[0].Message, Kept: kept(file),
	})
}

func kept(file *yaml.File) string {
	if len(file.Documents) > 0 {
		return "its other documents are still used"
	}
	return ""
}

func folderOf(at string) string {
	if dir := path.Dir(at); dir != "." {
		return dir
	}
	return ""
}

// within joins a path of a file to a folder of the repository; false where it leads outside or to no path at all.
func within(folder, at string) (string, bool) {
	if strings.HasPrefix(at, "/") || strings.Contains(at, "://") || strings.HasPrefix(at, "~") || strings.HasPrefix(at, "git@") {
		return "", false
	}
	joined := path.Join(folder, at)
	if joined == ".." || strings.HasPrefix(joined, "../") {
		return "", false
	}
	if joined == "." {
		joined = ""
	}
	return joined, true
}

// templateFolders hold compose files that are no set-up of the repository itself.
var templateFolders = []string{"templates", "stubs", "fixtures", "tests"}

// describesAPI says that a file is an OpenAPI document, which its first line says: they are large, and hold no containers.
func describesAPI(data []byte) bool {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("---")) {
			continue
		}
		key, _, found := bytes.Cut(line, []byte(":"))
		name := string(bytes.Trim(key, `"'`))
		return found && (name == "openapi" || name == "swagger")
	}
	return false
}

// isCompose says that a file is a compose file: services, at least one of which names an image or how to build it.
func isCompose(file *yaml.File) bool {
	if inFolder(file.Source.Path, templateFolders...) {
		return false
	}
	for _, d := range file.Documents {
		services := d.Get("services")
		if !services.Is(yaml.Mapping) || d.Get("apiVersion") != nil {
			continue
		}
		known := strings.Contains(strings.ToLower(path.Base(file.Source.Path)), "compose")
		for _, e := range services.Entries {
			if known && e.Value.Is(yaml.Mapping) || e.Value.Get("image").Is(yaml.Scalar) || e.Value.Get("build") != nil {
				return true
			}
		}
	}
	return false
}

func inFolder(at string, names ...string) bool {
	for part := range strings.SplitSeq(path.Dir(at), "/") {
		if slices.Contains(names, strings.ToLower(part)) {
			return true
		}
	}
	return false
}

// applicationVariables are set for a Laravel application and for nothing else.
var applicationVariables = []string{
	"APP_ENV", "APP_KEY", "APP_DEBUG", "QUEUE_CONNECTION", "QUEUE_DRIVER", "REDIS_QUEUE", "DB_QUEUE_RETRY_AFTER", "REDIS_QUEUE_RETRY_AFTER",
	"LARAVEL_SAIL", "HORIZON_PREFIX",
}

// runsApplication says that a container runs the application: by its command, or by variables that only it reads.
func runsApplication(c *Container) bool {
	for _, w := range c.Words {
		if strings.Contains(w.Text, "artisan") || strings.Contains(w.Text, "supervisord") {
			return true
		}
	}
	return SetsApplication(c.Environment)
}

// SetsApplication says that some of the variables are such as only the application reads.
func SetsApplication(all []queue.Variable) bool {
	return slices.ContainsFunc(all, func(v queue.Variable) bool { return slices.Contains(applicationVariables, v.Name) })
}

func managerDefault(text string) *queue.Origin {
	return &queue.Origin{Via: queue.ViaManagerDefault, Text: text}
}
