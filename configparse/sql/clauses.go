package sql

import (
	"slices"
	"strings"
)

func (r *reader) selectFrom(toks []token, depth int) {
	for i, t := range toks {
		if t.depth != depth || t.upper != "FROM" || i > 0 && toks[i-1].upper == "DISTINCT" {
			continue
		}
		r.st.Table = tableAt(toks, i+1)
		break
	}
	r.where(toks, depth)
	if l := lockClause(toks, depth); l.Kind != "" {
		r.st.Lock = l
	}
}

func (r *reader) insert(toks []token, depth int) {
	if r.st.Verb == "REPLACE" {
		r.st.Conflict.Kind = Replace
	}
	into := find(toks, depth, "INTO")
	if into < 0 {
		into = 0
	}
	r.insertModifier(toks[:into])
	r.st.Table = tableAt(toks, into+1)
	rest := toks[min(into+2, len(toks)):]
	if i := slices.IndexFunc(rest, func(t token) bool { return t.depth == depth && (t.text == "(" || t.upper != "") }); i >= 0 && rest[i].text == "(" {
		for _, t := range inside(rest[i:]) {
			if t.isName() && t.depth == depth+1 {
				r.st.Columns = append(r.st.Columns, t.name())
			}
		}
	}
	clause := conflictStart(rest, depth)
	body, tail := rest[:clause], rest[clause:]
	r.conflict(tail, depth)
	r.st.Returning = find(rest, depth, "RETURNING") >= 0
	if i := find(body, depth, "VALUES", "VALUE"); i >= 0 {
		r.values(body[i+1:], depth)
	} else if i := find(body, depth, "SET"); i >= 0 {
		r.sets(body[i+1:], depth)
		for _, s := range r.st.Sets {
			r.st.Columns, r.st.Values = append(r.st.Columns, s.Column), append(r.st.Values, s.Value)
		}
		r.st.Sets = nil
	}
	r.where(body, depth)
	if i := find(body, depth, "WHERE"); i >= 0 {
		for j := i; j < len(body); j++ {
			if body[j].depth == depth && is(body, j, "NOT", "EXISTS") {
				r.st.NotExists = true
				if from := find(body[j:], depth+1, "FROM"); from >= 0 {
					r.st.NotIn = tableAt(body[j:], from+1)
				}
			}
		}
	}
}

func (r *reader) insertModifier(toks []token) {
	or := false
	for _, t := range toks {
		switch t.upper {
		case "OR":
			or = true
		case "IGNORE":
			r.st.Conflict.Kind = Ignore
			if or {
				r.st.Conflict.Kind = OrIgnore
			}
		case "REPLACE":
			if or {
				r.st.Conflict.Kind = OrReplace
			}
		}
	}
}

// conflictStart is where the conflict clause or RETURNING begins.
func conflictStart(toks []token, depth int) int {
	for i, t := range toks {
		if t.depth != depth {
			continue
		}
		if is(toks, i, "ON", "CONFLICT") || is(toks, i, "ON", "DUPLICATE") || t.upper == "RETURNING" {
			return i
		}
	}
	return len(toks)
}

func (r *reader) conflict(toks []token, depth int) {
	switch {
	case is(toks, 0, "ON", "DUPLICATE"):
		r.st.Conflict.Kind = DuplicateUpdate
		if i := find(toks, depth, "UPDATE"); i >= 0 {
			r.sets(toks[i+1:], depth)
		}
	case is(toks, 0, "ON", "CONFLICT"):
		if is(toks, 2, "ON", "CONSTRAINT") && len(toks) > 4 {
			r.st.Conflict.Constraint = toks[4].name()
		} else if len(toks) > 2 && toks[2].text == "(" {
			for _, t := range inside(toks[2:]) {
				if t.isName() && t.depth == depth+1 {
					r.st.Conflict.Target = append(r.st.Conflict.Target, t.name())
				}
			}
		}
		do := find(toks, depth, "DO")
		if is(toks, do, "DO", "UPDATE") {
			r.st.Conflict.Kind = DoUpdate
			if i := find(toks[do:], depth, "SET"); i >= 0 {
				r.sets(toks[do+i+1:], depth)
			}
		} else if do >= 0 {
			r.st.Conflict.Kind = DoNothing
		}
	}
}

// values reads the one row of a VALUES clause.
func (r *reader) values(toks []token, depth int) {
	if len(toks) == 0 || toks[0].text != "(" {
		return
	}
	row := inside(toks)
	if after := len(row) + 2; after < len(toks) && toks[after].text == "," {
		return
	}
	for _, item := range split(row, depth+1) {
		r.st.Values = append(r.st.Values, r.operand(item))
	}
	if len(r.st.Values) != len(r.st.Columns) {
		r.st.Values = nil
	}
}

func (r *reader) update(toks []token, depth int) {
	i := 1
	for i < len(toks) && slices.Contains([]string{"LOW_PRIORITY", "IGNORE", "OR", "ROLLBACK", "ABORT", "REPLACE", "FAIL"}, toks[i].upper) {
		i++
	}
	r.st.Table = tableAt(toks, i)
	r.st.Returning = find(toks, depth, "RETURNING") >= 0
	if i := find(toks, depth, "SET"); i >= 0 {
		r.sets(toks[i+1:], depth)
	}
	r.where(toks, depth)
}

func (r *reader) delete(toks []token, depth int) {
	if i := find(toks, depth, "FROM"); i >= 0 {
		r.st.Table = tableAt(toks, i+1)
	}
	r.st.Returning = find(toks, depth, "RETURNING") >= 0
	r.where(toks, depth)
}

// sets reads assignments up to the next clause.
func (r *reader) sets(toks []token, depth int) {
	if i := find(toks, depth, "WHERE", "FROM", "RETURNING", "ORDER", "LIMIT", "ON"); i >= 0 {
		toks = toks[:i]
	}
	for _, item := range split(toks, depth) {
		if len(item) < 3 || !item[0].isName() || item[1].text != "=" {
			continue
		}
		set := Assignment{Column: item[0].name(), Value: r.operand(item[2:])}
		for i, t := range item[2:] {
			if t.isName() && t.name() == set.Column && stepsBy(item[2:], i) {
				set.Relative = true
			}
		}
		r.st.Sets = append(r.st.Sets, set)
	}
}

// stepsBy tells that something is added to or taken from the name at place i: c + 1, c -1, 1 + c, COALESCE(c, 0) + 1.
func stepsBy(toks []token, i int) bool {
	signed := func(t token) bool {
		return t.text == "+" || t.text == "-" || t.kind == number && (t.text[0] == '+' || t.text[0] == '-')
	}
	if i+1 < len(toks) && signed(toks[i+1]) || i > 0 && toks[i-1].text == "+" {
		return true
	}
	depth := toks[i].depth
	for j := i + 1; j < len(toks); j++ { // behind the brackets around the name
		if toks[j].text == ")" && toks[j].depth < depth {
			depth = toks[j].depth
			if j+1 < len(toks) && signed(toks[j+1]) {
				return true
			}
		}
	}
	return false
}

// where reads the conjunction at the top of the WHERE clause.
func (r *reader) where(toks []token, depth int) {
	i := find(toks, depth, "WHERE")
	if i < 0 {
		return
	}
	r.st.Where = true
	toks = toks[i+1:]
	if end := find(toks, depth, "ORDER", "GROUP", "HAVING", "LIMIT", "RETURNING", "FOR", "LOCK", "OFFSET", "FETCH", "UNION", "WINDOW"); end >= 0 {
		toks = toks[:end]
	}
	parts := splitWord(toks, depth, "AND")
	for _, part := range parts {
		if find(part, depth, "OR") >= 0 || len(part) < 3 || !part[0].isName() || part[1].text != "=" {
			r.st.Conditions++
			continue
		}
		r.st.Equal = append(r.st.Equal, Comparison{Column: part[0].name(), Value: r.operand(part[2:])})
	}
}

// operand reads an expression that is one placeholder or literal, a cast allowed.
func (r *reader) operand(toks []token) Operand {
	if len(toks) == 0 || len(toks) > 1 && toks[1].text != "::" {
		return Operand{}
	}
	t := toks[0]
	switch t.kind {
	case param:
		if n, ok := r.params[t.start]; ok {
			return Operand{Param: n}
		}
		return Operand{Name: strings.TrimLeft(t.text, ":@$")}
	case text, number:
		return Operand{Text: t.text, Literal: true}
	}
	return Operand{}
}

func split(toks []token, depth int) [][]token {
	return splitFunc(toks, func(t token) bool { return t.depth == depth && t.kind == punct && t.text == "," })
}

func splitWord(toks []token, depth int, sep string) [][]token {
	return splitFunc(toks, func(t token) bool { return t.depth == depth && t.upper == sep })
}

func splitFunc(toks []token, at func(token) bool) [][]token {
	var out [][]token
	start := 0
	for i, t := range toks {
		if at(t) {
			out = append(out, toks[start:i])
			start = i + 1
		}
	}
	if start < len(toks) {
		out = append(out, toks[start:])
	}
	return out
}
