package pgconn

type CommandTag struct{}

func (CommandTag) RowsAffected() int64 { return 0 }

type PgError struct {
	Code           string
	ConstraintName string
}

func (e *PgError) Error() string { return e.Code }
