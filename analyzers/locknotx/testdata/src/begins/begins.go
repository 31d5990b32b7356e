package begins

import "database/sql"

// With one connection in the pool the lock lies within the transaction begun by statement.
func sqlite(db *sql.DB) {
	db.SetMaxOpenConns(1)
	db.Exec("BEGIN IMMEDIATE")
	db.Query("SELECT id FROM jobs FOR UPDATE")
}
