package queue

import (
	"strings"
	"time"

	"github.com/qlint-dev/qlint/internal/source"
)

// BrokerQueue is a queue that infrastructure as code declares at a broker: an SQS queue of Terraform, CloudFormation, SAM or serverless.yml.
type BrokerQueue struct {
	// Address is its name in the file: aws_sqs_queue.jobs, JobsQueue.
	Address string
	Span    source.Span // that name
	// Name is the queue's own; Unknown where the broker or a variable gives it.
	Name Value[string]
	// Visibility is how long a message that was received stays hidden (SQS: 30 s where the file does not set it).
	Visibility Value[time.Duration]
	// Setting is the key that holds Visibility: visibility_timeout_seconds, VisibilityTimeout.
	Setting string
	// MaxReceive is how often a message is handed out before it goes to the dead-letter queue; Absent where there is none.
	MaxReceive Value[int]
	// Vapor says that Laravel Vapor makes the queue the application's default connection; Named are the names that it may have then, the
	// application's own for none.
	Vapor bool
	Named []string
	// Consumers are the functions that the platform calls for the queue's messages.
	Consumers []*Consumer
	// Workers and Jobs are those of the application that take messages from the queue and that are put on it. Filled by linking.
	Workers []*Worker
	Jobs    []*Job
	// Bound says what ties them to the queue, for a value that a variable may change; nil where that is certain.
	Bound *Origin
}

// Consumer is a function that a platform calls for the messages of a queue, with the way in which it is given them.
type Consumer struct {
	Function *Function
	// Window is how long messages are gathered before the function is called (AWS Lambda: 0 s where it is not set).
	Window Value[time.Duration]
}

// Function is a function as a service.
type Function struct {
	Name string
	Span source.Span
	// Timeout is when the platform kills a call (AWS Lambda: 3 s where it is not set, 6 s in serverless.yml).
	Timeout Value[time.Duration]
	// Reserved says that only so many calls run at once: others are turned away, and their messages wait for the visibility timeout.
	Reserved bool
}

// ReachesName says whether a name that an application uses means the queue: the name itself, or an address that ends in it (Laravel:
// Queue/SqsQueue.php).
func (q *BrokerQueue) ReachesName(text string) bool {
	name, ok := q.Name.Get()
	if !ok || name == "" {
		return false
	}
	if strings.Contains(text, "://") {
		return strings.HasSuffix(text, "/"+name)
	}
	return text == name
}
