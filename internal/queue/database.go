package queue

import "github.com/qlint-dev/qlint/internal/source"

// Database is one connection of config/database.php: to a database server, or to Redis.
type Database struct {
	Name string
	// Span is its key; zero where only the framework's own configuration has it.
	Span source.Span
	// Driver is mysql, mariadb, pgsql, sqlite or sqlsrv; Absent for a Redis connection.
	Driver Value[string]
	// Settings are its keys as they are written, evaluated: url, host, database, version …
	Settings map[string]Setting
	// Server is the server that the repository declares for it; nil where none is known, or several may be it. Filled by linking.
	Server *Server
}

// Setting returns a key's value; Absent when the connection does not have it.
func (d *Database) Setting(key string) Value[Scalar] {
	if s, ok := d.Settings[key]; ok {
		return s.Value
	}
	return NotSet[Scalar](nil)
}

// Server is a database or Redis server that the repository declares: a service of a compose file, a container of a pod, or one that a
// workflow's tests use.
type Server struct {
	// Product is mysql, mariadb, percona, postgres or redis; its kin count as what they are made from.
	Product string
	// Version are the versions that the image's tag leaves open: 5.7 is 5.7.0 up to 5.8.0. Zero where the tag names none.
	Version VersionRange
	// Image is the image as written, Span its place.
	Image string
	Span  source.Span
	// Name is the host name that other containers know it by.
	Name string
	// Tests says that a workflow starts it for tests: what production uses is then likely, and not sure.
	Tests bool
	// Development says why it is not for production; "" for production.
	Development string
	// Eviction is Redis' maxmemory-policy; Absent where neither its command nor its configuration sets one.
	Eviction Value[string]
}

// Database returns the database connection of a name, nil when there is none.
func (a *App) Database(name string) *Database { return named(a.Databases, name) }

// RedisConnection returns the Redis connection of a name, nil when there is none.
func (a *App) RedisConnection(name string) *Database { return named(a.Redis, name) }

func named(all []*Database, name string) *Database {
	for _, d := range all {
		if d.Name == name {
			return d
		}
	}
	return nil
}
