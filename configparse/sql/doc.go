// Package sql reads SQL statements as far as a linter of jobs needs: verb, table, conflict and lock clauses, the columns compared and set,
// and, from migrations, which columns a unique key covers. It works on tokens, in any of three dialects, and accepts text that is
// unfinished or holds templates: what can't be told is left empty.
package sql

// Dialect decides how quotes and comments are read.
type Dialect uint8

const (
	// Generic guesses the dialect from quotes and placeholders.
	Generic Dialect = iota
	MySQL
	Postgres
	SQLite
)

// Templated is the name of a table that is filled in at run time.
const Templated = "?"

// Statement is one statement of a text.
type Statement struct {
	// Start and End are byte offsets into the text: of the first token, and behind the last.
	Start, End int
	// Verb is the upper-case verb of the main statement, "" where there is only a comment.
	Verb string
	// Table is the first table read or the table written, unquoted and without its schema; Templated where it is not written down.
	Table string
	// Columns are those an INSERT lists.
	Columns []string
	// Values are the expressions inserted, aligned with Columns; nil where there are several rows or a SELECT.
	Values []Operand
	// Equal are the columns compared by = with an operand of their own, joined by AND, at the top of the WHERE clause.
	Equal []Comparison
	// Conditions is how many comparisons the WHERE clause holds beside Equal; such a clause is narrower, or unclear.
	Conditions int
	Sets       []Assignment
	Conflict   Conflict
	// NotExists tells INSERT … SELECT … WHERE NOT EXISTS, which is no atomic guard.
	NotExists bool
	// NotIn is the table that a NOT EXISTS of such an INSERT reads, "" where it is not read simply.
	NotIn     string
	Lock      Lock
	Where     bool
	Returning bool
	// Writes tells a data-modifying statement inside a WITH clause, Inner holds these.
	Writes bool
	Inner  []Statement
	// Serializable is set by BEGIN ISOLATION LEVEL SERIALIZABLE.
	Serializable bool
}

// Operand is the value on one side of a comparison or assignment.
type Operand struct {
	// Param counts the statement's placeholders from 1 in the order of their arguments; 0 where it is no positional placeholder.
	Param int
	// Name is a named placeholder's name.
	Name string
	// Text is a literal as it is written, quotes removed.
	Text string
	// Literal tells a string or number.
	Literal bool
}

// Comparison is column = operand.
type Comparison struct {
	Column string
	Value  Operand
}

// Assignment is column = expression in a SET clause.
type Assignment struct {
	Column string
	// Relative tells an expression that adds to or subtracts from the column itself.
	Relative bool
	Value    Operand
}

// ConflictKind is what a statement does with a row that exists already.
type ConflictKind string

const (
	NoConflict      ConflictKind = ""
	DoNothing       ConflictKind = "on-conflict-do-nothing"
	DoUpdate        ConflictKind = "on-conflict-do-update"
	DuplicateUpdate ConflictKind = "on-duplicate-key-update"
	Ignore          ConflictKind = "insert-ignore"
	OrIgnore        ConflictKind = "insert-or-ignore"
	OrReplace       ConflictKind = "insert-or-replace"
	Replace         ConflictKind = "replace"
	Merge           ConflictKind = "merge"
)

// Conflict is a statement's conflict clause.
type Conflict struct {
	Kind ConflictKind
	// Target are the columns of ON CONFLICT (…).
	Target []string
	// Constraint is the name after ON CONFLICT ON CONSTRAINT.
	Constraint string
}

// LockPlace is the part of a statement a lock clause stands in.
type LockPlace uint8

const (
	InMain LockPlace = iota
	InWith
	InSubquery
)

// Lock is a statement's lock clause.
type Lock struct {
	// Kind is for-update, for-no-key-update, for-share, for-key-share, share-mode, advisory, or table:MODE; "" without a lock.
	Kind string
	// Wait is skip-locked or nowait.
	Wait  string
	Place LockPlace
	// Function is the function that takes an advisory lock.
	Function string
}

// Rows tells a lock on rows, which ends with its transaction.
func (l Lock) Rows() bool {
	switch l.Kind {
	case "for-update", "for-no-key-update", "for-share", "for-key-share", "share-mode":
		return true
	}
	return false
}

// TransactionScoped tells a lock that ends with its transaction.
func (l Lock) TransactionScoped() bool {
	return l.Rows() || l.Function == "pg_advisory_xact_lock" || l.Function == "pg_advisory_xact_lock_shared" ||
		l.Function == "pg_try_advisory_xact_lock" || l.Function == "pg_try_advisory_xact_lock_shared"
}

// Handles tells a conflict clause under which a second insert of the same key is no error.
func (c Conflict) Handles() bool { return c.Kind != NoConflict && c.Kind != Merge }
