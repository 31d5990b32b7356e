package boil

import "context"

type ContextExecutor interface{ ExecContext(ctx context.Context) }
type Columns struct{}

func Infer() Columns { return Columns{} }
