package uuid

type UUID [16]byte

var NameSpaceOID UUID

func New() UUID                            { return UUID{} }
func NewString() string                    { return "" }
func NewRandom() (UUID, error)             { return UUID{}, nil }
func NewSHA1(space UUID, data []byte) UUID { return UUID{} }
func (u UUID) String() string              { return "" }
