package effects

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// minters are the functions that give another value at each call, by import path without major version.
var minters = map[string][]string{
	"github.com/google/uuid":                     {"New", "NewString", "NewRandom", "NewUUID", "NewV6", "NewV7"},
	"github.com/gofrs/uuid":                      {"NewV1", "NewV4", "NewV6", "NewV7"},
	"github.com/satori/go.uuid":                  {"NewV1", "NewV4"},
	"github.com/hashicorp/go-uuid":               {"GenerateUUID"},
	"github.com/oklog/ulid":                      {"Make", "New", "MustNew", "MustNewDefault"},
	"github.com/segmentio/ksuid":                 {"New", "NewRandom"},
	"github.com/rs/xid":                          {"New"},
	"github.com/matoous/go-nanoid":               {"New", "Must", "Generate", "MustGenerate"},
	"github.com/jaevor/go-nanoid":                {"Standard"},
	"github.com/lithammer/shortuuid":             {"New"},
	"github.com/teris-io/shortid":                {"Generate", "MustGenerate"},
	"go.mongodb.org/mongo-driver/bson":           {"NewObjectID"},
	"crypto/rand":                                {"Text", "Int", "Prime"},
	"math/rand":                                  {"Int", "Int63", "Int31", "Intn", "Int63n", "Int31n", "Uint32", "Uint64", "Float64", "IntN", "Int64", "Int64N", "Uint64N", "N"},
	"go.mongodb.org/mongo-driver/bson/primitive": {"NewObjectID"},
}

// mints tells a function that gives another value at each call; clock counts time.Now too.
func mints(fn *types.Func, clock bool) bool {
	if fn.Pkg() == nil {
		return false
	}
	path := fn.Pkg().Path()
	if clock && path == "time" && fn.Name() == "Now" {
		return true
	}
	if typeName(fn) != "" && path != "math/rand" {
		return false
	}
	base := path
	for i := strings.LastIndexByte(base, '/'); i >= 0 && len(base) > i+2 && base[i+1] == 'v' && strings.Trim(base[i+2:], "0123456789") == ""; i = -1 {
		base = base[:i]
	}
	if strings.HasPrefix(base, "go.mongodb.org/mongo-driver/v2/") {
		base = "go.mongodb.org/mongo-driver/" + strings.TrimPrefix(base, "go.mongodb.org/mongo-driver/v2/")
	}
	return slices.Contains(minters[base], fn.Name())
}

// Fresh tells a value that is minted anew each time the code runs, so that a retry gives another one. A value that is fresh only on some
// ways counts as not fresh. The clock counts only where asked for.
func (a *analysisState) fresh(v ssa.Value, clock bool) bool { return a.freshAt(v, clock, 0) }

func (a *analysisState) freshAt(v ssa.Value, clock bool, depth int) bool {
	if v == nil || depth > 20 {
		return false
	}
	switch v := flow.Origin(v).(type) {
	case *ssa.Call:
		return a.freshCall(&v.Call, clock, depth)
	case *ssa.Extract:
		if c, ok := v.Tuple.(*ssa.Call); ok && v.Index == 0 {
			return a.freshCall(&c.Call, clock, depth)
		}
	case *ssa.BinOp:
		return v.Op == token.ADD && (a.freshAt(v.X, clock, depth+1) || a.freshAt(v.Y, clock, depth+1))
	case *ssa.Slice:
		return a.freshAt(v.X, clock, depth+1)
	case *ssa.Alloc: // &id, or a literal's variable
		return a.freshAt(onlyStore(v), clock, depth+1)
	case *ssa.UnOp:
		if f, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return a.freshAt(onlyFieldStore(f), clock, depth+1)
		}
		return v.Op == token.MUL && a.freshAt(v.X, clock, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !a.freshAt(e, clock, depth+5) {
				return false
			}
		}
		return len(v.Edges) > 0
	}
	return false
}

// onlyStore gives the one value that is stored to a variable.
func onlyStore(addr ssa.Value) ssa.Value {
	var only ssa.Value
	for _, r := range *addr.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == addr {
			if only != nil {
				return nil
			}
			only = s.Val
		}
	}
	return only
}

// onlyFieldStore gives the one value that is stored to a field of a local struct.
func onlyFieldStore(f *ssa.FieldAddr) ssa.Value {
	alloc, ok := flow.Origin(f.X).(*ssa.Alloc)
	if !ok {
		return nil
	}
	var only ssa.Value
	for _, r := range *alloc.Referrers() {
		other, ok := r.(*ssa.FieldAddr)
		if !ok || other.Field != f.Field {
			continue
		}
		if v := onlyStore(other); v != nil {
			if only != nil {
				return nil
			}
			only = v
		}
	}
	return only
}

func (a *analysisState) freshCall(c *ssa.CallCommon, clock bool, depth int) bool {
	fn := flow.Callee(c)
	if fn == nil {
		return false
	}
	if mints(fn, clock) {
		return true
	}
	if s := a.Summary(fn); s != nil && s.Fresh {
		return true
	}
	if !passes(fn, c) {
		return false
	}
	for _, v := range flow.All(c) {
		if a.freshAt(v, clock, depth+1) {
			return true
		}
		if list, ok := flow.Elements(v); ok {
			for _, e := range list {
				if a.freshAt(e, clock, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// passes tells a call whose result carries its operands on: text functions, and methods or helpers that only change a value's form.
func passes(fn *types.Func, c *ssa.CallCommon) bool {
	if fn.Pkg() == nil {
		return true
	}
	switch fn.Pkg().Path() {
	case "fmt":
		return strings.HasPrefix(fn.Name(), "Sprint")
	case "strings", "strconv", "encoding/hex", "encoding/base64", "bytes":
		return true
	case "time":
		return true
	}
	if id, _ := library.OfPackage(fn.Pkg()); id != "" && fn.Type().(*types.Signature).Recv() == nil {
		return len(flow.Args(c)) == 1 // stripe.String, aws.String
	}
	if flow.Receiver(c) != nil {
		return len(flow.Args(c)) == 0 && (fn.Name() == "String" || fn.Name() == "Bytes" || fn.Name() == "Hex" || fn.Name() == "URN")
	}
	switch fn.Name() {
	case "String", "Ptr", "Pointer", "ToPtr", "Must", "To":
		return true
	}
	return false
}

// freshen marks the columns that get a value minted on each call.
func (a *analysisState) freshen(e *Effect, bound []Bound) {
	if e.Kind != Insert && e.Kind != Upsert {
		return
	}
	for _, b := range bound {
		if !b.Check && a.fresh(b.Value, false) && !slices.Contains(e.Fresh, b.Column) {
			e.Fresh = append(e.Fresh, b.Column)
		}
	}
}

// keyOfParams tells the idempotency key of a parameter struct that the calling function makes.
func (a *analysisState) keyOfParams(call ssa.CallInstruction, v ssa.Value) (Key, int) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return NoKey, 0
	}
	alloc, ok := flow.Origin(v).(*ssa.Alloc)
	if !ok {
		return UnknownKey, 0
	}
	keys, escapes := a.keysIn(alloc, call, 0)
	switch {
	case len(keys) > 0:
		return a.keyOf(keys[len(keys)-1])
	case escapes:
		return UnknownKey, 0
	}
	return NoKey, 0
}

// keyOf judges one key.
func (a *analysisState) keyOf(v ssa.Value) (Key, int) {
	if text, ok := flow.String(v); ok && text == "" {
		return NoKey, 0
	}
	if call, ok := flow.Origin(v).(*ssa.Call); ok { // stripe.String("")
		if args := flow.Args(&call.Call); len(args) == 1 {
			if text, ok := flow.String(args[0]); ok && text == "" {
				return NoKey, 0
			}
		}
	}
	if a.fresh(v, true) || countsAttempts(v) {
		return FreshKey, 0
	}
	o := flow.Origin(v)
	if call, ok := o.(*ssa.Call); ok && len(flow.Args(&call.Call)) == 1 {
		if fn := flow.Callee(&call.Call); fn != nil && passes(fn, &call.Call) {
			o = flow.Origin(flow.Args(&call.Call)[0])
		}
	}
	if p, ok := o.(*ssa.Parameter); ok && p.Parent().Parent() == nil {
		return ParamKey, paramIndex(p)
	}
	return StableKey, 0
}

// countsAttempts tells a value that the number of the attempt goes into: another one at each try.
func countsAttempts(v ssa.Value) bool {
	for s := range flow.Sources(v) {
		switch s := s.(type) {
		case *ssa.Call:
			if fn := flow.Callee(&s.Call); fn != nil && fn.Name() == "GetRetryCount" && isLibrary(fn, library.Asynq) {
				return true
			}
		case *ssa.FieldAddr:
			if attemptField(s.X.Type(), s.Field) {
				return true
			}
		case *ssa.Field:
			if attemptField(s.X.Type(), s.Field) {
				return true
			}
		}
	}
	return false
}

func attemptField(owner types.Type, field int) bool {
	id, _, _ := library.Type(owner)
	_, st := structOf(owner)
	if st == nil || field >= st.NumFields() {
		return false
	}
	switch name := st.Field(field).Name(); id {
	case library.River, library.Temporal:
		return name == "Attempt"
	case library.Gue:
		return name == "ErrorCount"
	case library.NATS:
		return name == "NumDelivered"
	}
	return false
}

// keysIn gives what is stored as idempotency key in a struct or its embedded parts, and whether the struct is seen by code that may set one.
func (a *analysisState) keysIn(addr ssa.Value, call ssa.CallInstruction, depth int) (keys []ssa.Value, escapes bool) {
	if depth > 4 || addr.Referrers() == nil {
		return nil, true
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			k, esc := a.keyField(r, call, depth)
			keys, escapes = append(keys, k...), escapes || esc
		case ssa.CallInstruction:
			fn := flow.Callee(r.Common())
			args := flow.Args(r.Common())
			switch {
			case r == call:
			case fn != nil && fn.Name() == "SetIdempotencyKey" && len(args) == 1:
				keys = append(keys, args[0])
			case fn != nil && isLibrary(fn, library.Stripe, library.Square) && flow.Receiver(r.Common()) != nil && fn.Name() != "SetIdempotencyKey":
			default:
				escapes = true
			}
		case *ssa.Store:
			escapes = escapes || r.Val == addr
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			escapes = true
		}
	}
	return keys, escapes
}

func (a *analysisState) keyField(f *ssa.FieldAddr, call ssa.CallInstruction, depth int) (keys []ssa.Value, escapes bool) {
	_, st := structOf(f.X.Type())
	if st == nil || f.Field >= st.NumFields() {
		return nil, true
	}
	field := st.Field(f.Field)
	if field.Name() == "IdempotencyKey" {
		for _, u := range *f.Referrers() {
			if s, ok := u.(*ssa.Store); ok && s.Addr == f {
				keys = append(keys, s.Val)
			}
		}
		return keys, false
	}
	if field.Name() != "Params" {
		return nil, false
	}
	for _, u := range *f.Referrers() { // Params: stripe.Params{…}
		s, ok := u.(*ssa.Store)
		if !ok || s.Addr != f {
			continue
		}
		load, ok := s.Val.(*ssa.UnOp)
		if !ok {
			return nil, true
		}
		k, _ := a.keysIn(load.X, call, depth+1)
		keys = append(keys, k...)
	}
	k, escapes := a.keysIn(f, call, depth+1)
	return append(keys, k...), escapes
}
