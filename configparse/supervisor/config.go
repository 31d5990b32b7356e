package supervisor

// Config is what Supervisor sees after it read several files into one parser: sections of one name are one, and of two keys the
// one that was read last counts.
type Config struct {
	// Sections in the order in which their names were first read, without [DEFAULT].
	Sections []*Merged
	// Defaults is [DEFAULT], whose keys every section has; nil without one.
	Defaults *Merged

	named map[string]*Merged
}

// Merged is a section of all files.
type Merged struct {
	Name string
	// Parts are the section's places in the files, in the order read. The first one's file is the one that messages name.
	Parts []*Section

	options map[string][]*Option
}

// Add reads a file into the configuration.
func (c *Config) Add(f *File) {
	for _, s := range f.Sections {
		if s.Name == "DEFAULT" {
			if c.Defaults == nil {
				c.Defaults = newMerged(s.Name)
			}
			c.Defaults.add(s)
			continue
		}
		m := c.Section(s.Name)
		if m == nil {
			m = newMerged(s.Name)
			c.Sections = append(c.Sections, m)
			if c.named == nil {
				c.named = map[string]*Merged{}
			}
			c.named[s.Name] = m
		}
		m.add(s)
	}
}

func newMerged(name string) *Merged { return &Merged{Name: name, options: map[string][]*Option{}} }

func (m *Merged) add(s *Section) {
	m.Parts = append(m.Parts, s)
	for _, o := range s.Options {
		m.options[o.Key] = append(m.options[o.Key], o)
	}
}

// Section returns the section of a name; nil when there is none.
func (c *Config) Section(name string) *Merged { return c.named[name] }

// Options returns the options that count, in the order in which their keys were first read.
func (m *Merged) Options() []*Option {
	if m == nil {
		return nil
	}
	var out []*Option
	at := map[string]int{}
	for _, s := range m.Parts {
		for _, o := range s.Options {
			if i, ok := at[o.Key]; ok {
				out[i] = o
			} else {
				at[o.Key] = len(out)
				out = append(out, o)
			}
		}
	}
	return out
}

// All returns every option of one key, those that a later one replaced too, in the order read.
func (m *Merged) All(key string) []*Option {
	if m == nil {
		return nil
	}
	return m.options[key]
}

// Get returns the option that counts for a section: its own, else that of [DEFAULT]; nil when there is none.
func (c *Config) Get(m *Merged, key string) *Option {
	for _, from := range []*Merged{m, c.Defaults} {
		if all := from.All(key); len(all) > 0 {
			return all[len(all)-1]
		}
	}
	return nil
}

// Open says why the section may hold keys that are not seen, "" when it is complete.
func (c *Config) Open(m *Merged) string {
	for _, from := range []*Merged{m, c.Defaults} {
		if from == nil {
			continue
		}
		for _, s := range from.Parts {
			if s.Open != "" {
				return s.Open
			}
		}
	}
	return ""
}
