package events

type SQSEvent struct{ Records []SQSMessage }
type SQSMessage struct {
	MessageId string
	Body      string
}
type SQSEventResponse struct{ BatchItemFailures []SQSBatchItemFailure }
type SQSBatchItemFailure struct{ ItemIdentifier string }
