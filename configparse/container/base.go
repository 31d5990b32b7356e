package container

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

// registries are where Docker's official images lie too.
var registries = []string{
	"docker.io/library/", "index.docker.io/library/", "mirror.gcr.io/library/", "public.ecr.aws/docker/library/", "docker.io/", "library/",
}

// reference takes an image's name apart: its repository without the registry of the official ones, and its tag.
func reference(image string) (repository, tag string) {
	image, _, _ = strings.Cut(image, "@")
	for _, r := range registries {
		if rest, ok := strings.CutPrefix(image, r); ok {
			image = rest
			break
		}
	}
	at := strings.LastIndexByte(image, ':')
	if at < 0 || strings.Contains(image[at:], "/") {
		return image, ""
	}
	return image[:at], image[at+1:]
}

// system is what /bin/sh is in the images of a repository whose tag does not say alpine, "" where that is not known; signal is the stop
// signal that they set.
type system struct{ shell, signal string }

// systems are official images, and one of PHP's that many build upon (docker-library: the Dockerfiles; serversideup/docker-php).
var systems = map[string]system{
	"php": {"dash", "TERM"}, "debian": {"dash", "TERM"}, "ubuntu": {"dash", "TERM"}, "node": {"dash", "TERM"}, "python": {"dash", "TERM"},
	"nginx": {"dash", "QUIT"}, "httpd": {"dash", "WINCH"}, "alpine": {"ash", "TERM"}, "busybox": {"ash", "TERM"}, "composer": {"ash", "TERM"},
	"fedora": {"bash", "TERM"}, "rockylinux": {"bash", "TERM"}, "almalinux": {"bash", "TERM"}, "centos": {"bash", "TERM"},
	"amazonlinux": {"bash", "TERM"}, "oraclelinux": {"bash", "TERM"}, "serversideup/php": {"dash", ""},
}

// shellOf is the shell that /bin/sh is in an image: dash, bash, ash (busybox); "" where that is not known.
func shellOf(base string) string {
	repository, tag := reference(base)
	if strings.Contains(tag, "alpine") {
		return "ash"
	}
	if strings.Contains(tag, "$") {
		return ""
	}
	return systems[repository].shell
}

// signalOf is the stop signal of an image that a Dockerfile builds upon, "" where that is not known.
func signalOf(base string) string {
	repository, tag := reference(base)
	if strings.Contains(tag, "$") && (repository == "php" || repository == "serversideup/php") && !strings.ContainsAny(tag, "-") {
		return ""
	}
	switch repository {
	case "php":
		switch {
		case strings.Contains(tag, "fpm"):
			return "QUIT"
		case strings.Contains(tag, "apache"):
			return "WINCH"
		}
	case "serversideup/php":
		if strings.Contains(tag, "fpm") {
			return "QUIT"
		}
	}
	return systems[repository].signal
}

var (
	pcntlWord = pattern.New(`\bpcntl\b`)
	// openRun is what a RUN may do that the Dockerfile does not show: a script, something downloaded, a list in a variable.
	openRun  = pattern.New(`\.sh\b|\.ya?ml\b|\bmake\b|\bansible|\bcurl[^\n]*\|\s*(?:ba)?sh\b|(?:docker-php-ext-install|install-php-extensions)[^&;|]*\$|docker-php-ext-enable[^&;|]*\$`)
	disabled = pattern.New(`(?m)^[ \t]*disable_functions[ \t]*=[^\n;]*\bpcntl_(?:signal|async_signals|alarm)\b`)
)

// pcntl says whether PHP can handle signals in an image: the official ones of PHP come without ext-pcntl (docker-library/php).
func (l *loader) pcntl(image *dockerfile.Image, files []placed) queue.Value[bool] {
	if repository, _ := reference(image.Base); repository != "php" {
		return queue.NotKnown[bool]("the image "+image.Base+" may bring ext-pcntl", nil)
	}
	if at := l.disabling(files); at != nil {
		return queue.Is(false, at)
	}
	for _, i := range image.Runs {
		text := i.Text
		for _, h := range i.Heredocs {
			text += "\n" + h.Body.Text()
		}
		switch {
		case pcntlWord.MatchString(text):
			return queue.Is(true, &queue.Origin{Via: queue.ViaConfig, Span: i.Span, Text: "installed by RUN"})
		case openRun.MatchString(text):
			return queue.NotKnown[bool]("a script that the Dockerfile runs may install ext-pcntl", nil)
		}
	}
	for _, v := range image.Env {
		if pcntlWord.MatchString(v.Value.Text) {
			return queue.NotKnown[bool]("the Dockerfile names pcntl", nil)
		}
	}
	return queue.Is(false, managerDefault("the official image "+image.Base+" comes without ext-pcntl"))
}

// disabling is where a php.ini that lies in the image switches the functions for signals off, nil where none does.
func (l *loader) disabling(files []placed) *queue.Origin {
	for _, f := range files {
		if !strings.HasSuffix(f.to, ".ini") || !strings.Contains(strings.ToLower(f.to), "php") {
			continue
		}
		file, err := l.tree.Read(f.from)
		if err != nil || len(file.Data) > maxText {
			continue
		}
		if at := disabled.FindIndex(file.Data); at != nil {
			return &queue.Origin{Via: queue.ViaConfig, Span: file.Span(at[0], at[1]), Text: "disable_functions in " + f.from}
		}
	}
	return nil
}

// describe notes what the image says of a container.
func (l *loader) describe(image *dockerfile.Image, out *Container) {
	out.image, out.Shell = image, shellOf(image.Base)
	out.Images = []*queue.Image{{Base: image.Base, Span: image.BaseSpan, Signals: l.pcntl(image, out.files), Memory: l.phpMemory(image, out.files)}}
}
