package laravel

import (
	"slices"
	"strings"
)

// queuePackages are packages that bring a queue driver, and may define connections of their own.
var queuePackages = []string{
	"bschmitt/laravel-amqp", "dusterio/laravel-plain-sqs", "enqueue/laravel-queue", "iron-io/laravel-iron-queue",
	"jenssegers/mongodb", "kainxspirits/laravel-pubsub-queue", "laravel/vapor-core", "mongodb/laravel-mongodb",
	"php-amqplib/php-amqplib", "shiftonelabs/laravel-sqs-fifo-queue", "squigg/azure-queue-laravel",
	"stackkit/laravel-google-cloud-tasks-queue", "vladimir-yuldashev/laravel-queue-rabbitmq",
}

// brokers are what queues are kept in; a package for Laravel that is named after one is taken to bring its driver.
var brokers = []string{
	"amqp", "azure-queue", "beanstalk", "cloud-tasks", "gearman", "iron", "kafka", "nats", "pubsub", "pub-sub", "rabbitmq", "servicebus",
	"service-bus", "sqs",
}

// queuePackage says which installed package may define connections, "" for none.
func (c *Composer) queuePackage() string {
	for _, name := range c.packages() {
		if slices.Contains(queuePackages, name) || namedAfterBroker(name) {
			return "the package " + name + " may define connections"
		}
	}
	return ""
}

func namedAfterBroker(name string) bool {
	if !strings.Contains(name, "laravel") && !strings.Contains(name, "lumen") && !strings.Contains(name, "illuminate") {
		return false
	}
	_, short, _ := strings.Cut(name, "/")
	for _, broker := range brokers {
		for part := short; ; {
			before, after, found := strings.Cut(part, broker)
			if !found {
				break
			}
			if (before == "" || before[len(before)-1] == '-') && (after == "" || !isLetter(after[0])) {
				return true
			}
			part = after
		}
	}
	return false
}

func isLetter(b byte) bool { return 'a' <= b && b <= 'z' }

// migratingPackages run migrations of their own folders, or once for each tenant.
var migratingPackages = []string{
	"hyn/multi-tenant", "internachi/modular", "nwidart/laravel-modules", "spatie/laravel-multitenancy", "stancl/tenancy", "tenancy/tenancy", "joshbrw/laravel-module-installer",
}

// MigratingPackage says which installed package runs migrations from folders of its own, "" for none.
func (c *Composer) MigratingPackage() string {
	for _, name := range c.packages() {
		if slices.Contains(migratingPackages, name) {
			return "the package " + name + " runs migrations of its own"
		}
	}
	return ""
}
