package jobs

import (
	"golang.org/x/tools/go/ssa"

	"github.com/qlint-dev/qlint/analyzers/internal/flow"
	"github.com/qlint-dev/qlint/analyzers/internal/library"
)

// Verb is what a call tells the broker about a delivery.
type Verb uint8

const (
	NoVerb Verb = iota
	// Done acknowledges.
	Done
	// Failed gives the delivery back, for another try or to a dead letter queue.
	Failed
	// Alive asks for more time.
	Alive
)

var verbs = map[library.ID]map[string]Verb{
	library.AMQP:      {"Ack": Done, "Nack": Failed, "Reject": Failed},
	library.NATS:      {"Ack": Done, "DoubleAck": Done, "AckSync": Done, "Nak": Failed, "NakWithDelay": Failed, "Term": Failed, "TermWithReason": Failed, "InProgress": Alive},
	library.KafkaGo:   {"CommitMessages": Done},
	library.Sarama:    {"MarkMessage": Done, "MarkOffset": Done, "Commit": Done, "ResetOffset": Failed},
	library.Confluent: {"Commit": Done, "CommitMessage": Done, "CommitOffsets": Done, "StoreMessage": Done, "StoreOffsets": Done},
	library.Franz:     {"CommitRecords": Done, "MarkCommitRecords": Done, "CommitUncommittedOffsets": Done},
	library.PubSub:    {"Ack": Done, "AckWithResult": Done, "Nack": Failed, "NackWithResult": Failed},
	library.SQS:       {"DeleteMessage": Done, "DeleteMessageBatch": Done, "DeleteMessageWithContext": Done, "ChangeMessageVisibility": Failed},
	library.Watermill: {"Ack": Done, "Nack": Failed},
	library.RMQ:       {"Ack": Done, "Reject": Failed, "Push": Failed},
	library.NSQ:       {"Finish": Done, "Requeue": Failed, "Touch": Alive},
}

// VerbOf tells what a call says about a delivery.
func VerbOf(call ssa.CallInstruction) (Verb, library.ID) {
	fn := flow.Callee(call.Common())
	if fn == nil || flow.Receiver(call.Common()) == nil {
		return NoVerb, ""
	}
	id, _ := library.OfPackage(fn.Pkg())
	return verbs[id][fn.Name()], id
}
