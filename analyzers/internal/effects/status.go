package effects

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
)

// isStatus tells a column or field that says how far a job has come.
func isStatus(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "status") || strings.HasSuffix(name, "state")
}

// IsStatus tells a variable or field by its name.
func IsStatus(name string) bool { return isStatus(name) }

// ConstText is a constant's text: a string's own, a number's digits; "" for any other value.
func ConstText(v ssa.Value) string {
	k, ok := flow.Origin(v).(*ssa.Const)
	if !ok || k.Value == nil {
		return ""
	}
	switch k.Value.Kind() {
	case constant.String:
		return constant.StringVal(k.Value)
	case constant.Int:
		return k.Value.ExactString()
	}
	return ""
}

// withStatus notes the status that an update sets.
func withStatus(s *Site) *Site {
	if s == nil {
		return s
	}
	for n := range s.Effects {
		e := &s.Effects[n]
		if e.Kind != Update || e.Status != "" {
			continue
		}
		for _, b := range s.Bound {
			if !b.Check && isStatus(b.Column) && b.Value != nil {
				e.Status, e.StatusFrom = statusOf(b.Value)
			}
		}
		if e.Status == "" && e.StatusFrom == 0 && strings.HasPrefix(e.What, "gorm Save") {
			e.Status = savedStatus(s.Call)
		}
	}
	return s
}

// statusOf gives a status that is constant, or the parameter it comes from, counted from 1.
func statusOf(v ssa.Value) (text string, param int) {
	if text := ConstText(v); text != "" {
		return text, 0
	}
	if p, ok := flow.Origin(v).(*ssa.Parameter); ok && p.Parent().Parent() == nil {
		return "", paramIndex(p) + 1
	}
	return "", 0
}

// savedStatus gives the constant that was put into a row's status in the block of the call that saves it.
func savedStatus(call ssa.CallInstruction) string {
	args := flow.Args(call.Common())
	if len(args) == 0 {
		return ""
	}
	row, text := flow.Origin(args[0]), ""
	for _, i := range call.Block().Instrs {
		if i == ssa.Instruction(call) {
			break
		}
		s, ok := i.(*ssa.Store)
		if !ok {
			continue
		}
		f, ok := s.Addr.(*ssa.FieldAddr)
		if !ok || flow.Origin(f.X) != row {
			continue
		}
		if st, ok := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok && isStatus(st.Field(f.Field).Name()) {
			text = ConstText(s.Val)
		}
	}
	return text
}
