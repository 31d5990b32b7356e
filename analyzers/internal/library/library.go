// Package library knows the import paths of the queue, database, payment and mail libraries that the Go passes speak of.
package library

import (
	"go/types"
	"strings"
)

// ID names a library; forks and renamed modules with the same API share one.
type ID string

// Queues.
const (
	Asynq     ID = "asynq"
	River     ID = "river"
	Machinery ID = "machinery"
	Gocraft   ID = "gocraft/work"
	Faktory   ID = "faktory"
	Watermill ID = "watermill"
	AMQP      ID = "amqp"
	NATS      ID = "nats"
	KafkaGo   ID = "kafka-go"
	Sarama    ID = "sarama"
	Franz     ID = "franz-go"
	Confluent ID = "confluent-kafka-go"
	PubSub    ID = "pubsub"
	SQS       ID = "sqs"
	Lambda    ID = "lambda"
	Temporal  ID = "temporal"
	Taskq     ID = "taskq"
	Gue       ID = "gue"
	Neoq      ID = "neoq"
	Goqite    ID = "goqite"
	Backlite  ID = "backlite"
	RMQ       ID = "rmq"
	Hatchet   ID = "hatchet"
	NSQ       ID = "nsq"
)

// Stores.
const (
	SQL       ID = "database/sql"
	SQLX      ID = "sqlx"
	PGX       ID = "pgx"
	Gorm      ID = "gorm"
	Ent       ID = "ent"
	Bun       ID = "bun"
	Squirrel  ID = "squirrel"
	Goqu      ID = "goqu"
	SQLBoiler ID = "sqlboiler"
	Redis     ID = "go-redis"
	Redsync   ID = "redsync"
	Mongo     ID = "mongo"
	Dynamo    ID = "dynamodb"
	PQ        ID = "pq"
	MySQL     ID = "mysql"
)

// Payment and mail.
const (
	Stripe   ID = "stripe"
	Adyen    ID = "adyen"
	Square   ID = "square"
	PayPal   ID = "paypal"
	SendGrid ID = "sendgrid"
	Twilio   ID = "twilio"
	SES      ID = "ses"
	SNS      ID = "sns"
	GoMail   ID = "gomail"
)

var roots = map[string]ID{
	"github.com/hibiken/asynq":                      Asynq,
	"github.com/riverqueue/river":                   River,
	"github.com/RichardKnop/machinery":              Machinery,
	"github.com/dragonflyoss/machinery":             Machinery,
	"github.com/gocraft/work":                       Gocraft,
	"github.com/contribsys/faktory_worker_go":       Faktory,
	"github.com/contribsys/faktory":                 Faktory,
	"github.com/ThreeDotsLabs/watermill":            Watermill,
	"github.com/rabbitmq/amqp091-go":                AMQP,
	"github.com/streadway/amqp":                     AMQP,
	"github.com/nats-io/nats.go":                    NATS,
	"github.com/segmentio/kafka-go":                 KafkaGo,
	"github.com/IBM/sarama":                         Sarama,
	"github.com/Shopify/sarama":                     Sarama,
	"github.com/twmb/franz-go":                      Franz,
	"github.com/confluentinc/confluent-kafka-go":    Confluent,
	"cloud.google.com/go/pubsub":                    PubSub,
	"github.com/aws/aws-sdk-go-v2/service/sqs":      SQS,
	"github.com/aws/aws-sdk-go/service/sqs":         SQS,
	"github.com/aws/aws-lambda-go":                  Lambda,
	"go.temporal.io/sdk":                            Temporal,
	"github.com/vmihailenco/taskq":                  Taskq,
	"github.com/vgarvardt/gue":                      Gue,
	"github.com/acaloiaro/neoq":                     Neoq,
	"maragu.dev/goqite":                             Goqite,
	"github.com/maragudk/goqite":                    Goqite,
	"github.com/mikestefanello/backlite":            Backlite,
	"github.com/adjust/rmq":                         RMQ,
	"github.com/hatchet-dev/hatchet":                Hatchet,
	"github.com/nsqio/go-nsq":                       NSQ,
	"database/sql":                                  SQL,
	"github.com/jmoiron/sqlx":                       SQLX,
	"github.com/jackc/pgx":                          PGX,
	"github.com/jackc/pgconn":                       PGX,
	"gorm.io/gorm":                                  Gorm,
	"github.com/jinzhu/gorm":                        Gorm,
	"entgo.io/ent":                                  Ent,
	"github.com/uptrace/bun":                        Bun,
	"github.com/Masterminds/squirrel":               Squirrel,
	"github.com/doug-martin/goqu":                   Goqu,
	"github.com/volatiletech/sqlboiler":             SQLBoiler,
	"github.com/aarondl/sqlboiler":                  SQLBoiler,
	"github.com/redis/go-redis":                     Redis,
	"github.com/go-redis/redis":                     Redis,
	"github.com/go-redsync/redsync":                 Redsync,
	"go.mongodb.org/mongo-driver":                   Mongo,
	"github.com/aws/aws-sdk-go-v2/service/dynamodb": Dynamo,
	"github.com/aws/aws-sdk-go/service/dynamodb":    Dynamo,
	"github.com/lib/pq":                             PQ,
	"github.com/go-sql-driver/mysql":                MySQL,
	"github.com/stripe/stripe-go":                   Stripe,
	"github.com/adyen/adyen-go-api-library":         Adyen,
	"github.com/square/square-go-sdk":               Square,
	"github.com/plutov/paypal":                      PayPal,
	"github.com/sendgrid/sendgrid-go":               SendGrid,
	"github.com/twilio/twilio-go":                   Twilio,
	"github.com/aws/aws-sdk-go-v2/service/ses":      SES,
	"github.com/aws/aws-sdk-go-v2/service/sesv2":    SES,
	"github.com/aws/aws-sdk-go/service/ses":         SES,
	"github.com/aws/aws-sdk-go-v2/service/sns":      SNS,
	"github.com/wneessen/go-mail":                   GoMail,
	"gopkg.in/gomail.v2":                            GoMail,
}

// Of tells the library that a package belongs to, and the package's path below the library's root, its major version left out.
func Of(path string) (id ID, sub string) {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		path = path[i+len("/vendor/"):]
	}
	for root := path; root != ""; {
		if id, ok := roots[root]; ok {
			return id, withoutMajor(strings.TrimPrefix(path[len(root):], "/"))
		}
		i := strings.LastIndexByte(root, '/')
		if i < 0 {
			break
		}
		root = root[:i]
	}
	if strings.HasPrefix(path, "github.com/ThreeDotsLabs/watermill-") {
		return Watermill, "driver"
	}
	return "", ""
}

func withoutMajor(sub string) string {
	first, rest, _ := strings.Cut(sub, "/")
	if len(first) > 1 && first[0] == 'v' && strings.Trim(first[1:], "0123456789") == "" {
		return rest
	}
	return sub
}

// OfFunc is OfPackage of a function, and knows the methods of AWS clients behind an interface of the program's own: by the type PutItemInput of what PutItem is given.
func OfFunc(fn *types.Func) (ID, string) {
	if id, sub := OfPackage(fn.Pkg()); id != "" {
		return id, sub
	}
	sig := fn.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) {
		return "", ""
	}
	for p := range sig.Params().Variables() {
		switch id, sub, name := Type(p.Type()); {
		case name != strings.TrimSuffix(fn.Name(), "WithContext")+"Input":
		case id == Dynamo, id == SQS, id == SNS, id == SES:
			return id, sub
		}
	}
	return "", ""
}

// OfPackage is Of for a package that may be nil.
func OfPackage(p *types.Package) (id ID, sub string) {
	if p == nil {
		return "", ""
	}
	return Of(p.Path())
}

// Reaches tells that a package is not part of a known library, but imports one, itself or through others. Only such packages hold anything to look at.
func Reaches(p *types.Package) bool {
	if id, _ := OfPackage(p); id != "" {
		return false
	}
	seen := map[*types.Package]bool{}
	var walk func(p *types.Package) bool
	walk = func(p *types.Package) bool {
		for _, i := range p.Imports() {
			if seen[i] {
				continue
			}
			seen[i] = true
			if id, _ := Of(i.Path()); id != "" || walk(i) {
				return true
			}
		}
		return false
	}
	return p.Path() != "database/sql/driver" && walk(p)
}

// Named gives the named type behind pointers and aliases.
func Named(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

// Type gives the library, path below its root, and name of a named type or a pointer to one.
func Type(t types.Type) (id ID, sub, name string) {
	n := Named(t)
	if n == nil {
		return "", "", ""
	}
	id, sub = OfPackage(n.Obj().Pkg())
	return id, sub, n.Obj().Name()
}

// Is tells the named type of a library, or a pointer to it, in whichever of the library's packages it is declared.
func Is(t types.Type, id ID, name string) bool {
	i, _, n := Type(t)
	return i == id && n == name
}

// IsContext tells context.Context.
func IsContext(t types.Type) bool {
	n := Named(t)
	return n != nil && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context"
}

// IsError tells the predeclared error type.
func IsError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
