package effects

import (
	"fmt"
	"strings"
)

var kindNames = map[Kind]string{
	Read: "read", LockRead: "lockread", Insert: "insert", Upsert: "upsert", Update: "update", Delete: "delete", FindOrCreate: "findorcreate",
	Publish: "publish", PublishTx: "publishtx", CacheRead: "cacheread", CacheWrite: "cachewrite", CacheDelete: "cachedelete", CacheClaim: "cacheclaim",
	CacheStep: "cachestep", Lock: "lock", Payment: "payment", Mail: "mail", Request: "request", Fetch: "fetch", Sleep: "sleep",
}

// String names an effect with what is known of it: insert users set email handled pool.
func (e *Effect) String() string {
	parts := []string{kindNames[e.Kind]}
	add := func(name string, list []string) {
		if len(list) > 0 {
			parts = append(parts, name, strings.Join(list, ","))
		}
	}
	if e.Table != "" {
		parts = append(parts, e.Table)
	}
	add("where", e.Where)
	add("set", e.Columns)
	add("keys", e.Keys)
	if e.Declared {
		parts = append(parts, "declared")
	}
	if e.Relative != "" {
		parts = append(parts, "relative", e.Relative)
	}
	if e.Handled {
		parts = append(parts, "handled")
	}
	switch e.Scope {
	case Pool:
		parts = append(parts, "pool")
	case Conn:
		parts = append(parts, "conn")
	case Tx:
		parts = append(parts, "tx")
	case FromParam:
		parts = append(parts, fmt.Sprintf("param %d", e.Param))
	}
	return strings.Join(parts, " ")
}
