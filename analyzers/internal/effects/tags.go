package effects

import (
	"go/types"
	"reflect"
	"slices"
	"strings"
)

// tagKeys gives the unique keys in a model's gorm tags: unique, uniqueIndex, uniqueIndex:name over several fields, and a primary key that is no integer.
func tagKeys(n *types.Named) []string {
	if n == nil {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var out []string
	named := map[string][]string{}
	for i := range st.NumFields() {
		field := st.Field(i)
		column := columnOf(field.Name(), st.Tag(i))
		for part := range strings.SplitSeq(reflect.StructTag(st.Tag(i)).Get("gorm"), ";") {
			name, value, _ := strings.Cut(strings.TrimSpace(part), ":")
			value, options, _ := strings.Cut(value, ",")
			switch strings.ToLower(name) {
			case "unique":
				out = append(out, column)
			case "uniqueindex":
				if strings.Contains(options, "where") {
					continue
				}
				if value == "" {
					out = append(out, column)
				} else {
					named[value] = append(named[value], column)
				}
			case "primarykey", "primary_key":
				if !isNumber(field.Type()) {
					out = append(out, column)
				}
			}
		}
	}
	for _, columns := range named {
		out = append(out, strings.Join(columns, "+"))
	}
	slices.Sort(out)
	return out
}
