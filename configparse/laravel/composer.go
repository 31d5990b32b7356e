// Package laravel reads the configuration of Laravel applications: where they stand, which versions they use, their queue
// connections, Horizon supervisors, databases and cache stores, each value with the way it came.
package laravel

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Composer is what composer.json and composer.lock say of an application.
type Composer struct {
	// Require are the constraints of composer.json, by package; development packages are left out.
	Require map[string]string
	// Autoload maps namespace prefixes to folders, relative to the application (PSR-4).
	Autoload map[string][]string
	// Locked are the versions of composer.lock, by package; nil without a usable lock file.
	Locked map[string]string
	// Replace are packages that composer.json says it stands for.
	Replace map[string]string

	file, lock *source.File
	problems   []queue.Problem
}

// readComposer reads the two files of an application's folder. A faulty file is a problem; what the other says is still used.
func readComposer(tree *source.Tree, root string) *Composer {
	c := &Composer{}
	c.readManifest(tree, path.Join(root, "composer.json"))
	c.readLock(tree, path.Join(root, "composer.lock"))
	return c
}

func (c *Composer) readManifest(tree *source.Tree, at string) {
	var manifest struct {
		Require  map[string]string `json:"require"`
		Replace  map[string]string `json:"replace"`
		Autoload struct {
			PSR4 map[string]folders `json:"psr-4"`
		} `json:"autoload"`
	}
	c.file = c.decode(tree, at, &manifest, "")
	c.Require, c.Replace = manifest.Require, manifest.Replace
	c.Autoload = make(map[string][]string, len(manifest.Autoload.PSR4))
	for prefix, f := range manifest.Autoload.PSR4 {
		c.Autoload[prefix] = f
	}
}

func (c *Composer) readLock(tree *source.Tree, at string) {
	var lock struct {
		Packages []struct {
			Name    string `json:"name"`
			Version string `json:"version"`
		} `json:"packages"`
	}
	c.lock = c.decode(tree, at, &lock, "the constraints of composer.json count")
	if c.lock == nil {
		return
	}
	c.Locked = make(map[string]string, len(lock.Packages))
	for _, p := range lock.Packages {
		c.Locked[p.Name] = p.Version
	}
}

// decode reads a JSON file of the tree; nil when it is missing or faulty.
func (c *Composer) decode(tree *source.Tree, at string, into any, kept string) *source.File {
	if !tree.Has(at) {
		return nil
	}
	file, err := tree.Read(at)
	if err != nil {
		c.problems = append(c.problems, queue.Problem{
			Span: source.New(at, nil).Whole(), Reason: "cannot be read: " + source.Plain(err), Kept: kept,
		})
		return nil
	}
	data := bytes.TrimPrefix(file.Data, []byte("\ufeff"))
	if err := json.Unmarshal(data, into); err != nil {
		offset := len(file.Data) - len(data)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			offset += int(syntax.Offset) - 1
		} else if typed := (*json.UnmarshalTypeError)(nil); errors.As(err, &typed) {
			offset += int(typed.Offset) - 1
		}
		c.problems = append(c.problems, queue.Problem{
			Span: file.Span(offset, offset+1), Reason: "cannot be parsed as JSON: " + err.Error(), Kept: kept,
		})
		return nil
	}
	return file
}

// folders is a PSR-4 target: one folder or a list.
type folders []string

// UnmarshalJSON reads a string or a list of strings.
func (f *folders) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*f = folders{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(f))
}

// Has says whether a package is installed or asked for.
func (c *Composer) Has(name string) bool {
	if c.Locked != nil {
		_, ok := c.Locked[name]
		return ok
	}
	_, ok := c.Require[name]
	return ok
}

// Version is the possible range of a package's versions: exact with a lock file, the constraint's without; zero when it is neither
// installed nor asked for.
func (c *Composer) Version(name string) queue.VersionRange {
	if text, ok := c.Locked[name]; ok {
		return lockedVersion(text, c.origin(c.lock, name, text))
	}
	if c.Locked != nil {
		return queue.VersionRange{}
	}
	text, ok := c.Require[name]
	if !ok {
		return queue.VersionRange{}
	}
	low, high, ok := constraintRange(text)
	if !ok {
		return queue.VersionRange{}
	}
	return queue.VersionRange{Low: low, High: high, Origin: c.origin(c.file, name, text)}
}

// origin points at the package's version in a composer file.
func (c *Composer) origin(file *source.File, name, version string) *queue.Origin {
	o := &queue.Origin{Via: queue.ViaConfig, Text: fmt.Sprintf("%s %s in %s", name, version, path.Base(file.Path))}
	quoted := []byte(`"` + name + `"`)
	for at := 0; ; {
		i := bytes.Index(file.Data[at:], quoted)
		if i < 0 {
			return o
		}
		at += i + len(quoted)
		// The version follows within the next lines: of the package's own entry in the lock file, of the constraint in
		// composer.json. A mere mention among another package's requirements does not have it.
		window := file.Data[at:min(at+200, len(file.Data))]
		if j := bytes.Index(window, []byte(`"`+version+`"`)); j >= 0 {
			o.Span = file.Span(at+j+1, at+j+1+len(version))
			return o
		}
	}
}

// versions are those that decide how the queue behaves.
func (c *Composer) versions() queue.Versions {
	v := queue.Versions{
		Framework: c.Version("laravel/framework"),
		Horizon:   c.Version("laravel/horizon"),
		Carbon:    c.Version("nesbot/carbon"),
	}
	if v.Framework.IsZero() {
		for _, name := range []string{"illuminate/queue", "illuminate/support", "laravel/lumen-framework"} {
			if v.Framework = c.Version(name); !v.Framework.IsZero() {
				break
			}
		}
	}
	if v.Carbon.IsZero() && v.Framework.AtLeast(12, 0, 0) == queue.Yes {
		v.Carbon = queue.VersionRange{Low: queue.Version{Major: 3}, High: queue.Version{Major: 4}, Origin: v.Framework.Origin}
	}
	return v
}

// packages lists what is installed or asked for, sorted.
func (c *Composer) packages() []string {
	from := c.Locked
	if from == nil {
		from = c.Require
	}
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
