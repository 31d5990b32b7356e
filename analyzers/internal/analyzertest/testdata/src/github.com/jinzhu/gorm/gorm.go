package gorm

type DB struct{ Error error }

func Open(dialect string, args ...any) (*DB, error) { return nil, nil }
func (db *DB) Set(name string, value any) *DB       { return db }
func (db *DB) Where(q any, args ...any) *DB         { return db }
func (db *DB) First(out any, where ...any) *DB      { return db }
func (db *DB) Begin() *DB                           { return db }
