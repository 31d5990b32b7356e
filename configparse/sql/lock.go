package sql

import "strings"

// lockClause is the lock clause of the statement whose tokens lie at depth.
func lockClause(toks []token, depth int) Lock {
	for i, t := range toks {
		if t.depth != depth {
			continue
		}
		if t.upper == "FOR" {
			if l := lockAt(toks, i); l.Kind != "" {
				return l
			}
		}
		if is(toks, i, "LOCK", "IN", "SHARE", "MODE") {
			return Lock{Kind: "share-mode"}
		}
	}
	return Lock{}
}

// lockAt reads the lock clause whose FOR stands at place i.
func lockAt(toks []token, i int) Lock {
	var l Lock
	switch {
	case is(toks, i, "FOR", "UPDATE"):
		l.Kind = "for-update"
	case is(toks, i, "FOR", "NO", "KEY", "UPDATE"):
		l.Kind = "for-no-key-update"
	case is(toks, i, "FOR", "SHARE"):
		l.Kind = "for-share"
	case is(toks, i, "FOR", "KEY", "SHARE"):
		l.Kind = "for-key-share"
	default:
		return l
	}
	for j := i + 1; j < len(toks) && toks[j].depth >= toks[i].depth; j++ {
		if is(toks, j, "SKIP", "LOCKED") {
			l.Wait = "skip-locked"
		} else if toks[j].upper == "NOWAIT" {
			l.Wait = "nowait"
		}
	}
	return l
}

func (r *reader) lockTable(toks []token, depth int) {
	r.st.Table = tableAt(toks, 1)
	in, mode := find(toks, depth, "IN"), find(toks, depth, "MODE")
	r.st.Lock.Kind = "table:access-exclusive"
	if in >= 0 && mode > in {
		var words []string
		for _, t := range toks[in+1 : mode] {
			words = append(words, strings.ToLower(t.text))
		}
		r.st.Lock.Kind = "table:" + strings.Join(words, "-")
	}
}

// advisory finds a call of a function that takes a lock by name.
func (r *reader) advisory(toks []token) {
	if r.st.Lock.Kind != "" {
		return
	}
	for i, t := range toks {
		name := strings.ToLower(t.text)
		if t.kind != word || i+1 >= len(toks) || toks[i+1].text != "(" {
			continue
		}
		if name == "get_lock" || strings.HasPrefix(name, "pg_advisory_") && !strings.Contains(name, "unlock") || strings.HasPrefix(name, "pg_try_advisory_") {
			r.st.Lock = Lock{Kind: "advisory", Function: name}
			return
		}
	}
}
