// Package laravel reads the configuration of Laravel applications: where they stand, which versions they use, their queue
// connections, Horizon supervisors, databases and cache stores, each value with the way it came.
package laravel

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Composer is what composer.json and composer.lock say of an application or package.
type Composer struct {
	Name string
	// Type is "project", "library" …; "" where it is not said.
	Type string
	// Require and RequireDev are the constraints of composer.json, by package in lower case.
	Require, RequireDev map[string]string
	// Autoload maps namespace prefixes to folders, relative to the application (PSR-4).
	Autoload map[string][]string
	// Locked are the versions of composer.lock without its development packages; nil without a usable lock file.
	Locked map[string]string
	// PHP is the version that config.platform pins, "" for none.
	PHP string

	file, lock *source.File
	// places are the bytes of a locked package's entry.
	places map[string][2]int
	// branches are what a locked package says its development branch stands for: "12.x-dev".
	branches map[string]string
	problems []queue.Problem
}

// readComposer reads the two files of a folder. A faulty file is a problem; what the other says is still used.
func readComposer(tree *source.Tree, root string) *Composer {
	c := readManifest(tree, root)
	lock := path.Join(root, "composer.lock")
	c.lock = c.read(tree, lock, "the constraints of composer.json count", c.readLock)
	if c.lock == nil {
		c.Locked = nil
	}
	return c
}

// readManifest reads composer.json alone.
func readManifest(tree *source.Tree, root string) *Composer {
	c := &Composer{}
	c.file = c.read(tree, path.Join(root, "composer.json"), "", c.readMember)
	return c
}

// read reads the members of a JSON file; nil when the file is missing or faulty.
func (c *Composer) read(tree *source.Tree, at, kept string, member func(*json.Decoder, string) error) *source.File {
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
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := members(dec, func(key string) error { return member(dec, key) }); err != nil {
		at := len(file.Data) - len(data) + faultOffset(data)
		c.problems = append(c.problems, queue.Problem{
			Span: file.Span(at, at+1), Reason: "cannot be parsed as JSON: " + err.Error(), Kept: kept,
		})
		return nil
	}
	return file
}

// readMember reads one member of composer.json. A value of another type than composer wants is passed over.
func (c *Composer) readMember(dec *json.Decoder, key string) error {
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return err
	}
	switch key {
	case "name":
		_ = json.Unmarshal(raw, &c.Name)
	case "type":
		_ = json.Unmarshal(raw, &c.Type)
	case "require":
		c.Require = texts(raw)
	case "require-dev":
		c.RequireDev = texts(raw)
	case "autoload":
		c.readAutoload(raw)
	case "config":
		var config struct {
			Platform struct {
				PHP string `json:"php"`
			} `json:"platform"`
		}
		_ = json.Unmarshal(raw, &config)
		c.PHP = config.Platform.PHP
	}
	return nil
}

// texts is an object's members that are strings, by their key in lower case.
func texts(raw json.RawMessage) map[string]string {
	var all map[string]any
	_ = json.Unmarshal(raw, &all)
	out := make(map[string]string, len(all))
	for key, v := range all {
		if s, ok := v.(string); ok {
			out[strings.ToLower(key)] = s
		}
	}
	return out
}

func (c *Composer) readAutoload(raw json.RawMessage) {
	var autoload struct {
		PSR4 map[string]any `json:"psr-4"`
	}
	_ = json.Unmarshal(raw, &autoload)
	c.Autoload = make(map[string][]string, len(autoload.PSR4))
	for prefix, v := range autoload.PSR4 {
		folders, ok := v.([]any)
		if !ok {
			folders = []any{v}
		}
		for _, f := range folders {
			if s, ok := f.(string); ok {
				c.Autoload[prefix] = append(c.Autoload[prefix], s)
			}
		}
	}
}

// readLock reads one member of composer.lock.
func (c *Composer) readLock(dec *json.Decoder, key string) error {
	if key != "packages" {
		return dec.Decode(new(ignored))
	}
	if start, err := dec.Token(); err != nil || start != json.Delim('[') {
		return cmp.Or(err, errNoList)
	}
	c.Locked, c.places, c.branches = map[string]string{}, map[string][2]int{}, map[string]string{}
	for dec.More() {
		start := int(dec.InputOffset())
		var p struct {
			Name    string `json:"name"`
			Version string `json:"version"`
			Extra   struct {
				BranchAlias map[string]string `json:"branch-alias"`
			} `json:"extra"`
		}
		// PHP writes an empty object as [], which is no fault.
		var typed *json.UnmarshalTypeError
		if err := dec.Decode(&p); err != nil && !errors.As(err, &typed) {
			return err
		}
		name := strings.ToLower(p.Name)
		c.Locked[name] = p.Version
		c.places[name] = [2]int{start, int(dec.InputOffset())}
		if alias := p.Extra.BranchAlias[p.Version]; alias != "" {
			c.branches[name] = alias
		}
	}
	_, err := dec.Token()
	return err
}

// Has says whether a package is installed in production, or asked for there.
func (c *Composer) Has(name string) bool {
	if _, ok := c.Locked[name]; ok {
		return true
	}
	_, ok := c.Require[name]
	return ok
}

// packages lists what is installed or asked for, sorted.
func (c *Composer) packages() []string {
	names := make([]string, 0, len(c.Require)+len(c.Locked))
	for name := range c.Require {
		names = append(names, name)
	}
	for name := range c.Locked {
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// Version is the possible range of a package's versions: exact with a lock file, the constraint's without; zero when the package is
// not asked for, or nothing is known of its version.
func (c *Composer) Version(name string) queue.VersionRange {
	if text, ok := c.Locked[name]; ok {
		from := c.origin(name, text)
		r := lockedVersion(text, from)
		if r.IsZero() && c.branches[name] != "" {
			r = lockedVersion(c.branches[name], from)
		}
		return r
	}
	text, ok := c.Require[name]
	if !ok {
		return queue.VersionRange{}
	}
	low, high, ok := constraintRange(text)
	if !ok {
		return queue.VersionRange{}
	}
	return queue.VersionRange{Low: low, High: high, Origin: c.origin(name, text)}
}

// origin points at a package's version in the lock file, or at its constraint.
func (c *Composer) origin(name, version string) *queue.Origin {
	o := &queue.Origin{Via: queue.ViaConfig, Text: name + " " + version}
	file, start, keys := c.file, 0, []string{"require", name}
	if at, ok := c.places[name]; ok {
		file, start, keys = c.lock, at[0], []string{"version"}
	}
	if file == nil {
		return o
	}
	o.Text += " in " + path.Base(file.Path)
	start += len(file.Data) - len(bytes.TrimPrefix(file.Data, []byte("\ufeff")))
	data := bytes.TrimLeft(file.Data[start:], " \t\r\n,")
	start = len(file.Data) - len(data)
	if from, to, ok := place(data, keys...); ok {
		o.Span = file.Span(start+from, start+to)
	}
	return o
}
