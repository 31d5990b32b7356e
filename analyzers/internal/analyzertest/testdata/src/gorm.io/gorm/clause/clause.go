package clause

type Expression interface{ Build() }
type Column struct{ Name string }
type OnConflict struct {
	Columns   []Column
	DoNothing bool
	UpdateAll bool
}

func (OnConflict) Build() {}

type Locking struct{ Strength, Options string }

func (Locking) Build() {}
