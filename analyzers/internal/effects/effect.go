// Package effects tells what a call does to the world: rows read and written, messages published, money moved, mails sent. What a function
// of the analysed program does is summed up in a fact on the function, so that a handler's effects are seen through other packages.
package effects

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Kind is what a call does.
type Kind uint8

const (
	None Kind = iota
	// Read reads rows.
	Read
	// LockRead reads rows and locks them.
	LockRead
	Insert
	// Upsert inserts, or does something harmless to the row that exists.
	Upsert
	Update
	Delete
	// FindOrCreate reads and then inserts within the library, not atomically.
	FindOrCreate
	// Publish hands a message to a broker that takes no part in the database's transaction.
	Publish
	// PublishTx enqueues within the database's transaction.
	PublishTx
	CacheRead
	CacheWrite
	CacheDelete
	// CacheClaim sets a key if it is absent, atomically.
	CacheClaim
	// CacheStep adds to a counter or list.
	CacheStep
	// Lock takes a lock that is not tied to a row.
	Lock
	// Payment moves money.
	Payment
	// Mail sends a mail, text message or push that can't be called back.
	Mail
	// Request is an HTTP request that is no read.
	Request
	// Fetch is an HTTP request that reads.
	Fetch
	// Sleep blocks for a second or more.
	Sleep
)

// Durable tells an effect that another process can see and that a repeated run would repeat.
func (k Kind) Durable() bool {
	switch k {
	case Insert, Upsert, Update, Delete, FindOrCreate, Publish, PublishTx, Payment, Mail, Request:
		return true
	}
	return false
}

// Writes tells a change of a database's rows.
func (k Kind) Writes() bool {
	switch k {
	case Insert, Upsert, Update, Delete, FindOrCreate:
		return true
	}
	return false
}

// Blocking tells an effect that waits for something outside the process.
func (k Kind) Blocking() bool { return k != None && k != Lock }

// Scope tells on what a statement runs.
type Scope uint8

const (
	// UnknownScope may be a pool or a transaction.
	UnknownScope Scope = iota
	// Pool runs each statement in a transaction of its own.
	Pool
	// Conn is one connection, on which a transaction may have been begun by a statement.
	Conn
	// Tx is a transaction.
	Tx
	// FromParam is decided by the caller.
	FromParam
)

// Key tells where a payment's idempotency key comes from.
type Key uint8

const (
	// UnknownKey is anything that isn't known to be missing or fresh.
	UnknownKey Key = iota
	// NoKey is none, or an empty one.
	NoKey
	// FreshKey is minted anew on each call.
	FreshKey
	// StableKey comes from elsewhere.
	StableKey
	// ParamKey is a parameter, decided by the caller.
	ParamKey
)

// Effect is one thing that a call does. All its parts survive in facts.
type Effect struct {
	Kind Kind
	// Store is the kind of store a table belongs to: sql, redis, mongo, dynamo.
	Store string
	// Table is the table, collection or key prefix, lower-case; "" where unknown.
	Table string
	// Where are the columns compared by = in a read or update, lower-case.
	Where []string
	// Narrow tells a WHERE clause with further conditions.
	Narrow bool
	// Columns are the columns set, lower-case.
	Columns []string
	// Fresh are those of Columns that get a value minted on each call.
	Fresh []string
	// Target are the columns of an ON CONFLICT (…) clause.
	Target []string
	// Keys are the unique keys that the model's tags or the generated schema tell of, each its columns joined by +.
	Keys []string
	// Declared tells that Keys are all there are: the schema itself was generated from the code.
	Declared bool
	// Status is the constant that an update sets a column named status or state to; StatusFrom the parameter, counted from 1, that decides it.
	Status     string
	StatusFrom int
	// Relative is the column that is changed by adding to itself.
	Relative string
	// Handled tells that a unique violation is no failure: a conflict clause, or a test of the error.
	Handled bool
	// Nothing tells ON CONFLICT DO NOTHING and its like: the row that exists stays as it is.
	Nothing bool
	// Postgres tells that the driver speaks to PostgreSQL only.
	Postgres bool
	// ForUpdate tells a transaction-scoped lock outside which nothing is protected.
	ForUpdate bool
	Scope     Scope
	// Param is the parameter, as in ssa.Function.Params, that decides Scope where Scope is FromParam, Key where Key is ParamKey, and Kind where Given.
	Param int
	Key   Key
	// Given tells a Fetch whose request the caller makes: with a mail service's address it is a Mail.
	Given bool
	// Library names the library for Publish, Payment and Mail.
	Library string
	// What names the effect in a message: "INSERT INTO users".
	What string
	// Where the effect stands, file:line, when it was found in another function.
	Place string
	// Fails tells that the call reports failure by an error.
	Fails bool
}

// Bound is a column with the value given to it.
type Bound struct {
	Column string
	Value  ssa.Value
	// Check tells a comparison, otherwise the column is set.
	Check bool
}

// Site is a call with what it does.
type Site struct {
	Call    ssa.CallInstruction
	Effects []Effect
	// Bound are the columns of the call's own statement, where it is one.
	Bound []Bound
	// Own tells that the call itself is a library's, not a function of the analysed program.
	Own bool
}

// Has gives the first effect that a test accepts.
func (s *Site) Has(test func(*Effect) bool) *Effect {
	for i := range s.Effects {
		if test(&s.Effects[i]) {
			return &s.Effects[i]
		}
	}
	return nil
}

// HasKind gives the first effect of one of the kinds.
func (s *Site) HasKind(kinds ...Kind) *Effect {
	return s.Has(func(e *Effect) bool {
		for _, k := range kinds {
			if e.Kind == k {
				return true
			}
		}
		return false
	})
}

// Durable gives the first effect that another process can see.
func (s *Site) Durable() *Effect { return s.Has(func(e *Effect) bool { return e.Kind.Durable() }) }

// Deferred tells a deferred call.
func (s *Site) Deferred() bool { _, ok := s.Call.(*ssa.Defer); return ok }

// Spawned tells a call in a goroutine of its own.
func (s *Site) Spawned() bool { _, ok := s.Call.(*ssa.Go); return ok }

// one is a call's one effect.
func one(e Effect) []Effect { return []Effect{e} }

// structOf gives the struct behind pointers, slices and named types.
func structOf(t types.Type) (*types.Named, *types.Struct) {
	for range 6 {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		case *types.Named:
			if s, ok := u.Underlying().(*types.Struct); ok {
				return u, s
			}
			t = u.Underlying()
		default:
			return nil, nil
		}
	}
	return nil, nil
}
