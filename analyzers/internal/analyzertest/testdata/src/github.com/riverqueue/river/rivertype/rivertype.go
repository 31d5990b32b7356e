package rivertype

type JobRow struct {
	ID      int64
	Attempt int
}
type WorkerMiddleware interface{}
type JobInsertResult struct{}
