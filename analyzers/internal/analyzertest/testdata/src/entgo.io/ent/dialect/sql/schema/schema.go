package schema

type Column struct {
	Name   string
	Unique bool
}
type Index struct {
	Name    string
	Unique  bool
	Columns []*Column
}
type Table struct {
	Name       string
	Columns    []*Column
	PrimaryKey []*Column
	Indexes    []*Index
}
