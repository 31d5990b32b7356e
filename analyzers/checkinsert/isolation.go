package checkinsert

import (
	"go/constant"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// levelSerializable is database/sql's LevelSerializable.
const levelSerializable = 6

// isSerializable tells sql.LevelSerializable and pgx.Serializable.
func isSerializable(k *ssa.Const) bool {
	if k.Value == nil {
		return false
	}
	switch id, _, name := library.Type(k.Type()); {
	case id == library.SQL && name == "IsolationLevel":
		n, ok := constant.Int64Val(k.Value)
		return ok && n >= levelSerializable
	case id == library.PGX && name == "TxIsoLevel":
		return strings.EqualFold(constant.StringVal(k.Value), "serializable")
	}
	return false
}
