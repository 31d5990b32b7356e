package effects

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

var redisKinds = map[string]Kind{
	"Get": CacheRead, "Exists": CacheRead, "SIsMember": CacheRead, "HGet": CacheRead, "HExists": CacheRead, "HGetAll": CacheRead, "TTL": CacheRead, "MGet": CacheRead,
	"Set": CacheWrite, "SetEx": CacheWrite, "HSet": CacheWrite, "Expire": CacheWrite, "HMSet": CacheWrite, "MSet": CacheWrite, "SAdd": CacheWrite, "ZAdd": CacheWrite,
	"Del": CacheDelete, "Unlink": CacheDelete, "HDel": CacheDelete,
	"SetNX": CacheClaim, "HSetNX": CacheClaim, "SetXX": CacheClaim, "SetArgs": CacheClaim, "GetSet": CacheClaim, "GetDel": CacheClaim, "Eval": CacheClaim, "EvalSha": CacheClaim, "SetIFEQ": CacheClaim,
	"Incr": CacheStep, "IncrBy": CacheStep, "Decr": CacheStep, "DecrBy": CacheStep, "HIncrBy": CacheStep, "IncrByFloat": CacheStep, "HIncrByFloat": CacheStep, "RPush": CacheStep, "LPush": CacheStep,
}

// redis reads the commands of go-redis.
func (a *analysisState) redis(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	kind, ok := redisKinds[fn.Name()]
	if !ok || flow.Receiver(call.Common()) == nil {
		return nil, false
	}
	args := flow.Args(call.Common())
	e := Effect{Kind: kind, Store: "redis", What: "redis " + strings.ToUpper(fn.Name()), Fails: true}
	if at := textArg(args); at >= 0 {
		e.Table, _ = flow.String(args[at])
	} else if len(args) > 1 { // keys ...string
		if list, ok := flow.Elements(args[1]); ok && len(list) == 1 && list[0] != nil {
			e.Table, _ = flow.String(list[0])
		}
	}
	if e.Kind == CacheStep {
		e.Relative = e.Table
		if strings.HasPrefix(fn.Name(), "HIncr") && len(args) > 2 {
			field, _ := flow.String(args[2])
			e.Relative += " " + field
		}
	}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// redsync reads the locks of redsync.
func (a *analysisState) redsync(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	switch fn.Name() {
	case "Lock", "LockContext", "TryLock", "TryLockContext":
		return &Site{Call: call, Own: true, Effects: one(Effect{Kind: Lock, Store: "redis", What: "redsync " + fn.Name(), Fails: true})}, true
	}
	return nil, false
}

var mongoKinds = map[string]Kind{
	"FindOne": Read, "Find": Read, "CountDocuments": Read, "EstimatedDocumentCount": Read,
	"InsertOne": Insert, "InsertMany": Insert,
	"UpdateOne": Update, "UpdateMany": Update, "UpdateByID": Update, "ReplaceOne": Update, "FindOneAndUpdate": Update, "FindOneAndReplace": Update,
	"DeleteOne": Delete, "DeleteMany": Delete, "FindOneAndDelete": Delete,
}

// mongo reads the operations of a collection.
func (a *analysisState) mongo(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	r := flow.Receiver(call.Common())
	if r == nil || !library.Is(r.Type(), library.Mongo, "Collection") {
		return nil, false
	}
	kind, ok := mongoKinds[fn.Name()]
	if !ok {
		return nil, false
	}
	e := Effect{Kind: kind, Store: "mongo", What: "mongo " + fn.Name(), Fails: true}
	links, _ := chain(r)
	if len(links) > 0 && links[0].name == "Collection" {
		e.Table, _ = first(flow.Args(links[0].call))
	}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

var dynamoKinds = map[string]Kind{"GetItem": Read, "Query": Read, "PutItem": Insert, "UpdateItem": Update, "DeleteItem": Delete, "TransactWriteItems": Upsert}

// dynamo reads the operations of DynamoDB; a ConditionExpression makes a put atomic.
func (a *analysisState) dynamo(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	name := strings.TrimSuffix(fn.Name(), "WithContext")
	kind, ok := dynamoKinds[name]
	if !ok || flow.Receiver(call.Common()) == nil {
		return nil, false
	}
	e := Effect{Kind: kind, Store: "dynamo", What: "dynamodb " + name, Fails: true}
	known := false
	for _, v := range flow.Args(call.Common()) {
		_, _, t := library.Type(v.Type())
		if t != name+"Input" {
			continue
		}
		if _, ok := flow.Origin(v).(*ssa.Alloc); ok {
			known = true
		}
		for _, b := range fieldsOf(v) {
			switch b.Column {
			case "condition_expression":
				e.Handled = true
			case "table_name":
				e.Table = pointedText(b.Value)
			case "update_expression":
				e.Relative = added(pointedText(b.Value))
			}
		}
	}
	if e.Kind == Insert && (e.Handled || !known) {
		e.Kind, e.Handled = Upsert, true
	}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// added gives the attribute that an update expression adds to, "" without one.
func added(expression string) string {
	words := strings.Fields(expression)
	for n, w := range words {
		if strings.EqualFold(w, "ADD") && n+1 < len(words) {
			return strings.ToLower(strings.TrimLeft(words[n+1], "#"))
		}
	}
	return ""
}

// pointedText gives the text behind aws.String("…") or a variable's address.
func pointedText(v ssa.Value) string {
	if text, ok := flow.String(v); ok {
		return text
	}
	if alloc, ok := flow.Origin(v).(*ssa.Alloc); ok {
		if only := onlyStore(alloc); only != nil {
			text, _ := flow.String(only)
			return text
		}
	}
	if call, ok := flow.Origin(v).(*ssa.Call); ok {
		text, _ := first(flow.Args(&call.Call))
		return text
	}
	return ""
}
