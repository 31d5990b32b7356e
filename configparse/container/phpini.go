package container

import (
	"path"
	"strings"

	"github.com/qlint-dev/qlint/configparse/dockerfile"
	"github.com/qlint-dev/qlint/internal/pattern"
	"github.com/qlint-dev/qlint/internal/queue"
)

var (
	// iniFolder holds the settings of PHP's command line: in the official images, in Debian's and in Alpine's packages.
	iniFolder   = pattern.New(`^(?:\$\{?PHP_INI_DIR\}?|/usr/local/etc/php|/etc/php/[^/]+/cli|/etc/php\d*)(/conf\.d)?$`)
	memoryLimit = pattern.New(`(?m)^[ \t]*memory_limit[ \t]*=[ \t]*"?([^\s";]*)"?`)
	// setsMemory is what a Dockerfile says of the limit otherwise: a RUN, or a variable that the image turns into the setting.
	setsMemory = pattern.New(`(?i)memory_?limit`)
)

// phpMemory is the memory_limit that the files of an image set for PHP's command line, as it is written: the last file by name counts, those of
// conf.d after php.ini. Absent where none of the repository's files sets it.
func (l *loader) phpMemory(image *dockerfile.Image, files []placed) queue.Value[string] {
	for _, i := range image.Runs {
		if setsMemory.MatchString(i.Text) {
			return queue.NotKnown[string]("a RUN of the Dockerfile sets memory_limit", nil)
		}
	}
	for _, v := range image.Env {
		if setsMemory.MatchString(v.Name) {
			return queue.NotKnown[string](v.Name+" may set memory_limit", nil)
		}
	}
	found := queue.NotSet[string](nil)
	last := ""
	for _, f := range files {
		if !strings.HasSuffix(f.to, ".ini") {
			continue
		}
		m := iniFolder.FindStringSubmatch(path.Dir(f.to))
		if m == nil || m[1] == "" && path.Base(f.to) != "php.ini" {
			continue
		}
		rank := path.Base(f.to)
		if m[1] == "" {
			rank = "" // before all of conf.d
		}
		file, err := l.tree.Read(f.from)
		if err != nil || len(file.Data) > maxText || rank < last {
			continue
		}
		all := memoryLimit.FindAllIndex(file.Data, -1)
		if len(all) == 0 {
			continue
		}
		at := all[len(all)-1] // a later line counts
		last = rank
		_, value, _ := strings.Cut(string(file.Data[at[0]:at[1]]), "=")
		found = queue.Is(strings.Trim(value, " \t\""), &queue.Origin{Via: queue.ViaConfig, Span: file.Span(at[0], at[1]), Text: "memory_limit in " + f.from})
	}
	return found
}
