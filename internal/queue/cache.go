package queue

import "github.com/qlint-dev/qlint/internal/source"

// CacheStore is one store of the application's cache (Laravel: config/cache.php).
type CacheStore struct {
	Name string
	// Span is its key; zero where only the framework's own configuration has it.
	Span   source.Span
	Driver Value[string]
	// Members are the stores that a failover store tries in turn; Absent for any other driver.
	Members Value[[]string]
}

// Caches are the cache stores of an application. Locks, limiters, counters of exceptions and the restart signal are kept in the
// default one.
type Caches struct {
	// Default is the name of the default store.
	Default Value[string]
	Stores  []*CacheStore
}

// Store returns the store of that name, nil when there is none.
func (c *Caches) Store(name string) *CacheStore {
	for _, s := range c.Stores {
		if s.Name == name {
			return s
		}
	}
	return nil
}

// LockScope is who sees the locks and counters of a cache store.
type LockScope uint8

const (
	// UnknownScope is that of a driver of a package, or of one that is not known.
	UnknownScope LockScope = iota
	// SharedScope is every process of every host.
	SharedScope
	// HostScope is one host: a folder.
	HostScope
	// ProcessScope is the process that takes the lock, which no other sees.
	ProcessScope
	// NoScope keeps nothing: every lock is granted.
	NoScope
	// NoLocks is a store that has no locks: asking for one is an error.
	NoLocks
)

// Locks says who sees the locks of a store that is not a failover store, for a version of the framework (Laravel: Cache/*Store.php).
func (s *CacheStore) Locks(framework VersionRange) LockScope {
	driver, ok := s.Driver.Get()
	if !ok {
		return UnknownScope
	}
	switch driver {
	case "redis", "memcached", "dynamodb":
		return SharedScope
	case "database":
		return fromVersion(framework.AtLeast(7, 26, 0), SharedScope)
	case "file":
		return fromVersion(framework.AtLeast(8, 15, 0), HostScope)
	case "null":
		return fromVersion(framework.AtLeast(8, 15, 0), NoScope)
	case "array":
		return ProcessScope
	case "apc", "octane", "session", "storage":
		return NoLocks
	}
	return UnknownScope
}

// fromVersion is the scope of a store that had no locks before some version.
func fromVersion(has Verdict, scope LockScope) LockScope {
	switch has {
	case Yes:
		return scope
	case No:
		return NoLocks
	}
	return UnknownScope
}
