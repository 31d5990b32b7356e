package effects

import (
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// publishers are the calls that hand a message to a broker, by library, type and method; those within a database transaction are transactional.
var publishers = map[library.ID]map[string]Kind{
	library.Asynq:     {"Client.Enqueue": Publish, "Client.EnqueueContext": Publish},
	library.River:     {"Client.Insert": Publish, "Client.InsertMany": Publish, "Client.InsertManyFast": Publish, "Client.InsertTx": PublishTx, "Client.InsertManyTx": PublishTx, "Client.InsertManyFastTx": PublishTx},
	library.Machinery: {"Server.SendTask": Publish, "Server.SendTaskWithContext": Publish, "Server.SendChain": Publish, "Server.SendGroup": Publish, "Server.SendChord": Publish},
	library.Gocraft:   {"Enqueuer.Enqueue": Publish, "Enqueuer.EnqueueIn": Publish, "Enqueuer.EnqueueUnique": Publish, "Enqueuer.EnqueueUniqueIn": Publish},
	library.Faktory:   {"Client.Push": Publish, "Client.PushBulk": Publish},
	library.AMQP:      {"Channel.Publish": Publish, "Channel.PublishWithContext": Publish, "Channel.PublishWithDeferredConfirm": Publish, "Channel.PublishWithDeferredConfirmWithContext": Publish},
	library.NATS:      {"Conn.Publish": Publish, "Conn.PublishMsg": Publish, "JetStreamContext.Publish": Publish, "JetStream.Publish": Publish, "JetStreamContext.PublishMsg": Publish, "JetStream.PublishMsg": Publish, "Publisher.Publish": Publish, "Publisher.PublishMsg": Publish},
	library.KafkaGo:   {"Writer.WriteMessages": Publish},
	library.Sarama:    {"SyncProducer.SendMessage": Publish, "SyncProducer.SendMessages": Publish},
	library.Confluent: {"Producer.Produce": Publish},
	library.Franz:     {"Client.ProduceSync": Publish, "Client.Produce": Publish},
	library.PubSub:    {"Topic.Publish": Publish, "Publisher.Publish": Publish},
	library.SQS:       {"Client.SendMessage": Publish, "Client.SendMessageBatch": Publish, "SQS.SendMessage": Publish, "SQS.SendMessageWithContext": Publish},
	library.SNS:       {"Client.Publish": Publish},
	library.Temporal:  {"Client.ExecuteWorkflow": Publish, "Client.SignalWorkflow": Publish, "Client.SignalWithStartWorkflow": Publish},
	library.Taskq:     {"Queue.Add": Publish},
	library.Gue:       {"Client.Enqueue": Publish, "Client.EnqueueTx": PublishTx, "Client.EnqueueBatchTx": PublishTx},
	library.Neoq:      {"Neoq.Enqueue": Publish},
	library.Goqite:    {"Queue.Send": Publish, "Queue.SendTx": PublishTx},
	library.RMQ:       {"Queue.Publish": Publish, "Queue.PublishBytes": Publish},
	library.NSQ:       {"Producer.Publish": Publish},
}

// publish reads a call that hands a message to a broker.
func publish(call ssa.CallInstruction, fn *types.Func, id library.ID) (*Site, bool) {
	of := typeName(fn)
	if own, _ := library.OfPackage(fn.Pkg()); own != id { // behind an interface of the program's own
		of = "Client"
	}
	kind, ok := publishers[id][of+"."+fn.Name()]
	if !ok {
		return nil, false
	}
	e := Effect{Kind: kind, Store: "queue", Library: string(id), What: string(id) + " " + fn.Name(), Fails: flow.ReturnsError(call.Common())}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// typeName is the name of a method's receiver type, "" for a function.
func typeName(fn *types.Func) string {
	recv := fn.Type().(*types.Signature).Recv()
	if recv == nil {
		return ""
	}
	if n := library.Named(recv.Type()); n != nil {
		return n.Obj().Name()
	}
	return ""
}

// stripeCreates are the resources whose creation moves money, by package of the old API.
var stripeCreates = map[string]bool{
	"charge": true, "paymentintent": true, "refund": true, "transfer": true, "payout": true, "topup": true, "invoiceitem": true, "subscription": true, "transferreversal": true, "creditnote": true,
}

var stripeServices = map[string]string{
	"v1ChargeService": "charge", "v1PaymentIntentService": "paymentintent", "v1RefundService": "refund", "v1TransferService": "transfer", "v1PayoutService": "payout",
	"v1TopupService": "topup", "v1InvoiceItemService": "invoiceitem", "v1SubscriptionService": "subscription", "v1TransferReversalService": "transferreversal", "v1CreditNoteService": "creditnote",
}

// adyenMoves are the calls of Adyen's Checkout API that move money. Their request is built by calls of its own type, IdempotencyKey among them (since v7).
var adyenMoves = map[string]bool{"Payments": true, "Donations": true, "CaptureAuthorisedPayment": true, "RefundCapturedPayment": true, "RefundOrCancelPayment": true}

// keyOfRequest judges the key of a request that is built in view, from api.PaymentsInput() on.
func (a *analysisState) keyOfRequest(v ssa.Value) (Key, int) {
	for range 20 {
		call, ok := flow.Origin(v).(*ssa.Call)
		if !ok {
			return UnknownKey, 0
		}
		fn := flow.Callee(&call.Call)
		switch {
		case fn == nil || !isLibrary(fn, library.Adyen):
			return UnknownKey, 0
		case fn.Name() == "IdempotencyKey":
			return a.keyOf(flow.Args(&call.Call)[0])
		case strings.HasSuffix(fn.Name(), "Input"):
			return NoKey, 0
		}
		v = flow.Receiver(&call.Call)
		if v == nil {
			return UnknownKey, 0
		}
	}
	return UnknownKey, 0
}

// payment reads the calls of payment SDKs that move money.
func (a *analysisState) payment(call ssa.CallInstruction, fn *types.Func, id library.ID, sub string) (*Site, bool) {
	e := Effect{Kind: Payment, Store: "payment", Library: string(id), Fails: true}
	args := flow.Args(call.Common())
	switch id {
	case library.Stripe:
		if len(args) == 0 {
			return nil, false
		}
		created := fn.Name() == "New" && stripeCreates[sub]
		if s := stripeServices[typeName(fn)]; s != "" && fn.Name() == "Create" {
			created, sub = true, s
		}
		if !created {
			return nil, false
		}
		e.What = "stripe " + sub + "." + fn.Name()
		e.Key, e.Param = a.keyOfParams(call, args[len(args)-1])
	case library.Square:
		if len(args) < 2 {
			return nil, false
		}
		switch _, _, t := library.Type(args[1].Type()); t {
		case "CreatePaymentRequest", "RefundPaymentRequest":
			e.What = "square " + t
		default:
			return nil, false
		}
		e.Key, e.Param = a.keyOfParams(call, args[1])
	case library.PayPal:
		switch fn.Name() {
		case "RefundCapture":
			e.Key = NoKey
		case "RefundCaptureWithPaypalRequestId":
			e.Key, e.Param = a.keyOf(args[len(args)-1])
		default: // an order is captured once, whatever the key
			return nil, false
		}
		e.What = "paypal " + fn.Name()
	case library.Adyen:
		if !adyenMoves[fn.Name()] || len(args) != 2 {
			return nil, false
		}
		e.What = "adyen " + fn.Name()
		e.Key, e.Param = a.keyOfRequest(args[1])
	default:
		return nil, false
	}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

var mailers = map[library.ID]map[string]bool{
	library.SendGrid: {"Send": true, "SendWithContext": true},
	library.Twilio:   {"CreateMessage": true, "CreateCall": true},
	library.SES:      {"SendEmail": true, "SendRawEmail": true, "SendTemplatedEmail": true, "SendEmailWithContext": true},
	library.GoMail:   {"DialAndSend": true, "DialAndSendWithContext": true, "Send": true},
}

func mail(call ssa.CallInstruction, fn *types.Func, id library.ID) (*Site, bool) {
	if !mailers[id][fn.Name()] {
		return nil, false
	}
	e := Effect{Kind: Mail, Store: "mail", Library: string(id), What: string(id) + " " + fn.Name(), Fails: true}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}

// standard reads the calls of the standard library that reach outside the process.
func (a *analysisState) standard(call ssa.CallInstruction, fn *types.Func) (*Site, bool) {
	e := Effect{Fails: true}
	args := flow.Args(call.Common())
	switch fn.Pkg().Path() {
	case "net/http":
		e = http(fn, args)
	case "net/smtp":
		if fn.Name() == "SendMail" {
			e.Kind, e.What = Mail, "smtp.SendMail"
		}
	case "time":
		if fn.Name() == "Sleep" && len(args) == 1 {
			if d, ok := flow.Int(args[0]); ok && time.Duration(d) >= time.Second {
				e.Kind, e.What, e.Fails = Sleep, "time.Sleep", false
			}
		}
	}
	if e.Kind == None {
		return nil, false
	}
	return &Site{Call: call, Own: true, Effects: one(e)}, true
}
