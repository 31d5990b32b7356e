package freshkey

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/finding"
	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
	"github.com/qlint-dev/qlint/internal/diag"
)

// messages reports ids of published messages by which a broker or consumer tells a duplicate, and which are minted on the spot.
func messages(p *finding.Pass, fn *ssa.Function) []finding.Finding {
	var out []finding.Finding
	add := func(i ssa.Instruction, severity diag.Severity, what string) {
		pos, end := p.Span(i)
		if end == pos {
			end++
		}
		out = append(out, finding.Finding{Severity: severity, Pos: pos, End: end,
			Message: what + " is minted on each try: a job that runs again publishes a second message, and nothing takes it for a duplicate"})
	}
	for _, b := range fn.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case ssa.CallInstruction:
				callee := flow.Callee(i.Common())
				if callee == nil || callee.Name() != "WithMsgID" && callee.Name() != "MsgId" || len(flow.Args(i.Common())) != 1 {
					continue
				}
				if id, _ := library.OfPackage(callee.Pkg()); id == library.NATS && p.Effects.Fresh(flow.Args(i.Common())[0], false) {
					add(i, diag.Warning, "the message id")
				}
			case *ssa.Store:
				if what, severity := identityField(i.Addr); what != "" && p.Effects.Fresh(i.Val, false) {
					add(i, severity, what)
				}
			}
		}
	}
	return out
}

// identityField names a field that tells duplicates: always for SQS, by agreement with the consumer for AMQP.
func identityField(addr ssa.Value) (string, diag.Severity) {
	f, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return "", 0
	}
	id, _, name := library.Type(f.X.Type())
	st, ok := f.X.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct)
	if !ok {
		return "", 0
	}
	switch field := st.Field(f.Field).Name(); {
	case id == library.SQS && name == "SendMessageInput" && field == "MessageDeduplicationId":
		return field, diag.Warning
	case id == library.AMQP && name == "Publishing" && field == "MessageId":
		return field, diag.Info
	}
	return "", 0
}
