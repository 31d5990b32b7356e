package ids

import (
	"database/sql"

	"github.com/google/uuid"
)

type Source struct{ DB *sql.DB }

func New() string { return "order-" + uuid.NewString() }
