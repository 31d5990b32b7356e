package sql

import "slices"

// Parse reads the statements of a text. A text of comments alone gives one statement without a verb.
func Parse(src string, d Dialect) []Statement {
	all := tokens(src, d)
	var out []Statement
	for start := 0; start < len(all); {
		end := start
		for end < len(all) && !(all[end].text == ";" && all[end].kind == punct && all[end].depth == 0) {
			end++
		}
		if end > start {
			out = append(out, read(all[start:end]))
		}
		start = end + 1
	}
	if out == nil {
		out = []Statement{{}}
	}
	return out
}

// reader walks the tokens of one statement.
type reader struct {
	toks []token
	st   Statement
	// params numbers the positional placeholders by their token's offset.
	params map[int]int
}

// maxNesting bounds how deep statements inside WITH clauses and sub-queries are looked into.
const maxNesting = 16

func read(toks []token) Statement {
	r := &reader{toks: toks, st: Statement{Start: toks[0].start, End: toks[len(toks)-1].end}}
	r.number()
	r.statement(toks, 0)
	return r.st
}

// number counts placeholders: ? in order, $n and ?n by their number.
func (r *reader) number() {
	r.params = map[int]int{}
	n := 0
	for _, t := range r.toks {
		if t.kind != param {
			continue
		}
		if v, ok := digits(t.text[1:]); ok {
			r.params[t.start] = v
		} else if t.text == "?" {
			n++
			r.params[t.start] = n
		}
	}
}

func digits(s string) (int, bool) {
	n := 0
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' || n > 1<<16 {
			return 0, false
		}
		n = n*10 + int(s[i]-'0')
	}
	return n, len(s) > 0
}

// statement reads the main statement of toks, whose outermost tokens lie at depth.
func (r *reader) statement(toks []token, nesting int) {
	if len(toks) == 0 {
		return
	}
	depth := toks[0].depth
	if toks[0].text == "(" { // a bracketed SELECT
		toks = inside(toks)
		if nesting < maxNesting {
			r.statement(toks, nesting+1)
		}
		return
	}
	if toks[0].upper == "WITH" {
		toks = r.with(toks, depth)
	}
	if len(toks) == 0 {
		return
	}
	r.st.Verb = toks[0].upper
	switch r.st.Verb {
	case "SELECT", "TABLE", "VALUES":
		r.selectFrom(toks, depth)
	case "INSERT", "REPLACE":
		r.insert(toks, depth)
	case "UPDATE":
		r.update(toks, depth)
	case "DELETE":
		r.delete(toks, depth)
	case "MERGE":
		r.st.Conflict.Kind = Merge
		if i := find(toks, depth, "INTO"); i >= 0 {
			r.st.Table = tableAt(toks, i+1)
		}
	case "LOCK":
		r.lockTable(toks, depth)
	case "BEGIN", "START", "SET":
		r.st.Serializable = find(toks, depth, "SERIALIZABLE") >= 0
	}
	r.innerLocks(toks, depth, InSubquery)
	r.advisory(toks)
}

// with reads the common table expressions and gives the tokens behind them.
func (r *reader) with(toks []token, depth int) []token {
	i := 1
	for i < len(toks) {
		open := findText(toks[i:], depth, "(")
		if open < 0 {
			return nil
		}
		body := inside(toks[i+open:])
		before := toks[i : i+open]
		i += open + len(body) + 2
		isBody := slices.ContainsFunc(before, func(t token) bool { return t.upper == "AS" })
		if isBody {
			r.withBody(body)
			if i < len(toks) && toks[i].text == "," {
				i++
				continue
			}
			if i < len(toks) {
				return toks[i:]
			}
		}
	}
	return nil
}

func (r *reader) withBody(body []token) {
	if len(body) == 0 {
		return
	}
	depth := body[0].depth
	switch body[0].upper {
	case "INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE":
		r.st.Writes = true
		inner := &reader{toks: r.toks, st: Statement{Start: body[0].start, End: body[len(body)-1].end}, params: r.params}
		inner.statement(body, maxNesting)
		r.st.Inner = append(r.st.Inner, inner.st)
	}
	if l := lockClause(body, depth); l.Kind != "" && r.st.Lock.Kind == "" {
		l.Place = InWith
		r.st.Lock = l
	}
	r.innerLocks(body, depth, InWith)
}

// innerLocks looks for lock clauses below depth.
func (r *reader) innerLocks(toks []token, depth int, place LockPlace) {
	if r.st.Lock.Kind != "" {
		return
	}
	for i, t := range toks {
		if t.upper == "FOR" && t.depth > depth {
			if l := lockAt(toks, i); l.Kind != "" {
				l.Place = place
				r.st.Lock = l
				return
			}
		}
	}
}

// inside gives the tokens between the parenthesis at the start of toks and its partner.
func inside(toks []token) []token {
	for i := 1; i < len(toks); i++ {
		if toks[i].text == ")" && toks[i].kind == punct && toks[i].depth == toks[0].depth {
			return toks[1:i]
		}
	}
	return toks[1:]
}

// find gives the place of the first of words at depth, or -1.
func find(toks []token, depth int, words ...string) int {
	return slices.IndexFunc(toks, func(t token) bool { return t.depth == depth && t.upper != "" && slices.Contains(words, t.upper) })
}

func findText(toks []token, depth int, s string) int {
	return slices.IndexFunc(toks, func(t token) bool { return t.depth == depth && t.kind == punct && t.text == s })
}

// tableAt is the table's name at place i, "" for a sub-query.
func tableAt(toks []token, i int) string {
	for i < len(toks) && slices.Contains([]string{"ONLY", "LATERAL", "IF", "EXISTS", "NOT", "TABLE"}, toks[i].upper) {
		i++
	}
	if i >= len(toks) || !toks[i].isName() {
		return ""
	}
	return toks[i].name()
}

// is tells the words at place i.
func is(toks []token, i int, words ...string) bool {
	if i < 0 || i+len(words) > len(toks) {
		return false
	}
	for j, w := range words {
		if toks[i+j].upper != w {
			return false
		}
	}
	return true
}
