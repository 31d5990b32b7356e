package laravel

import (
	"slices"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/source"
)

// Store is a database connection, a Redis connection or a cache store.
type Store struct {
	Name string
	// Span is its key; zero where only the framework's own configuration has it.
	Span source.Span
	// Driver is Absent for a Redis connection.
	Driver queue.Value[string]
	// Settings are its keys, those of arrays in it joined with a dot.
	Settings map[string]queue.Setting
}

// Setting returns a key's value; Absent when the store does not have it.
func (s *Store) Setting(key string) queue.Value[queue.Scalar] {
	if v, ok := s.Settings[key]; ok {
		return v.Value
	}
	return queue.NotSet[queue.Scalar](nil)
}

// Stores are the entries of one list of the configuration.
type Stores struct {
	// Default is the name of the one that is used where none is named; Unknown where the list has no such thing.
	Default queue.Value[string]
	List    []*Store
	// More says why there may be others; "" when the list is complete.
	More string
}

// Get returns the store of a name, nil when there is none.
func (s *Stores) Get(name string) *Store {
	for _, one := range s.List {
		if one.Name == name {
			return one
		}
	}
	return nil
}

// Databases are the connections of config/database.php.
func (a *Application) Databases(w *phpeval.World) *Stores {
	return stores(w.ConfigValue("database"), "connections", "driver", "url", "host", "database", "version")
}

// Redis are the Redis connections of config/database.php.
func (a *Application) Redis(w *phpeval.World) *Stores {
	s := stores(w.ConfigValue("database"), "redis", "url", "host", "port", "database", "read_timeout")
	s.List = slices.DeleteFunc(s.List, func(s *Store) bool { return s.Name == "client" || s.Name == "options" || s.Name == "clusters" })
	s.Default = queue.NotKnown[string]("every use of Redis names its connection", nil)
	return s
}

// databases are connections as the model holds them.
func databases(all *Stores) []*queue.Database {
	var out []*queue.Database
	for _, s := range all.List {
		out = append(out, &queue.Database{Name: s.Name, Span: s.Span, Driver: s.Driver, Settings: s.Settings})
	}
	return out
}

// Caches are the stores of config/cache.php. Locks are kept in the default one.
func (a *Application) Caches(w *phpeval.World) *Stores {
	return stores(w.ConfigValue("cache"), "stores", "driver", "connection", "lock_connection", "stores")
}

// stores reads a list of a configuration file; the likely keys are Unknown where an entry is not known as a whole.
func stores(config phpeval.Value, list string, likely ...string) *Stores {
	config = united(config, 3)
	s := &Stores{Default: eachOf(setting(config, "default"), func(v queue.Value[queue.Scalar]) queue.Value[string] {
		if v.IsAbsent() {
			return queue.NotKnown[string]("no default is named", nil)
		}
		return text(v, "the default is no text")
	})}
	all := member(config, list)
	if all.Kind != phpeval.Array {
		if !all.IsNull() {
			s.More = cmpWhy(all.Why, list+" is not one array")
		}
		return s
	}
	s.More = all.Array.Open
	for _, e := range all.Array.Entries {
		one := &Store{Name: e.Key.String(), Span: keySpan(e), Settings: settings(e.Value, likely...)}
		if e.Value.Kind != phpeval.Array {
			why := cmpWhy(e.Value.Why, "it is not one array")
			for _, key := range likely {
				one.Settings[key] = queue.Setting{Value: queue.NotKnown[queue.Scalar](why, e.Value.Origin)}
			}
		}
		one.Driver = text(one.Setting("driver"), "the driver is no text")
		s.List = append(s.List, one)
	}
	return s
}
